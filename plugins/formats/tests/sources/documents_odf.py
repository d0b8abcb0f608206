"""A spreadsheet and a presentation in OpenDocument, by odfpy: documents_odf.py SPREADSHEET PRESENTATION"""
import sys

from odf import dc, draw, meta, style, table, text
from odf.opendocument import OpenDocumentPresentation, OpenDocumentSpreadsheet


def describe(document, title):
    document.meta.addElement(dc.Title(text=title))
    document.meta.addElement(meta.InitialCreator(text="Ada Rider"))
    document.meta.addElement(dc.Creator(text="Ben Stoker"))
    document.meta.addElement(meta.Keyword(text="tandem"))
    document.meta.addElement(dc.Description(text="Weighed at home."))
    document.meta.addElement(meta.CreationDate(text="2024-05-06T07:08:09"))


def add_cell(row, value, formula=None):
    is_number = isinstance(value, int)
    arguments = {"valuetype": "float", "value": value} if is_number else {"valuetype": "string"}
    if formula:
        arguments["formula"] = formula
    cell = table.TableCell(**arguments)
    cell.addElement(value if not isinstance(value, (int, str)) else text.P(text=str(value)))
    row.addElement(cell)


book = OpenDocumentSpreadsheet()
describe(book, "Weights of parts")
weights = table.Table(name="Weights")
for values in [("part", "grams"), ("rim", 500), ("hub", 300)]:
    row = table.TableRow()
    for value in values:
        add_cell(row, value)
    weights.addElement(row)
row = table.TableRow()
add_cell(row, "total")
add_cell(row, 800, "of:=SUM([.B2:.B3])")
weights.addElement(row)
book.spreadsheet.addElement(weights)
shops = table.Table(name="Shops")
row = table.TableRow()
link = text.P()
link.addElement(text.A(href="https://tandem.example/shop", text="the shop"))
add_cell(row, link)
add_cell(row, "in Bern")
shops.addElement(row)
book.spreadsheet.addElement(shops)
book.save(sys.argv[1])

show = OpenDocumentPresentation()
describe(show, "Tandems in two slides")
layout = style.PageLayout(name="Layout")
show.automaticstyles.addElement(layout)
master = style.MasterPage(name="Master", pagelayoutname=layout)
show.masterstyles.addElement(master)
for heading, words, address in [("Frames", "longer frames", None), ("Brakes", "drum brakes", "https://tandem.example/drum")]:
    page = draw.Page(masterpagename=master)
    show.presentation.addElement(page)
    for kind, content in [("title", heading), ("outline", words)]:
        frame = draw.Frame(width="20cm", height="5cm")
        frame.setAttrNS("urn:oasis:names:tc:opendocument:xmlns:presentation:1.0", "class", kind)
        box = draw.TextBox()
        paragraph = text.P()
        if address and kind == "outline":
            paragraph.addElement(text.A(href=address, text=content))
        else:
            paragraph.addText(content)
        box.addElement(paragraph)
        frame.addElement(box)
        page.addElement(frame)
show.save(sys.argv[2])
