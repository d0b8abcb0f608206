"""A workbook of Excel 2007, by openpyxl: documents_sheets.py FILE"""
import datetime
import sys

import openpyxl
from openpyxl.comments import Comment

book = openpyxl.Workbook()
book.properties.title = "Weights of parts"
book.properties.creator = "Ada Rider"
book.properties.lastModifiedBy = "Ben Stoker"
book.properties.keywords = "tandem, weight"
book.properties.description = "Weighed at home."
book.properties.created = datetime.datetime(2024, 5, 6, 7, 8, 9)
weights = book.active
weights.title = "Weights"
for row in [("part", "grams", "light"), ("rim", 500, True), ("hub", 300, False)]:
    weights.append(row)
weights.append(["total", "=SUM(B2:B3)"])
weights["A2"].comment = Comment("Without spokes.", "Ben Stoker")
shops = book.create_sheet("Shops")
shops.append(["shop", "place"])
shops.append(["the shop", "Bern"])
shops["A2"].hyperlink = "https://tandem.example/shop"
shops["A2"].hyperlink.tooltip = "Opens at nine"
shops["A3"] = '=HYPERLINK("https://tandem.example/mail","by mail")'
book.save(sys.argv[1])
