"""The streams of a document of Word 97 and of a presentation of PowerPoint 97, from which "gsf createole"
makes compound files: documents_office97.py FOLDER_OF_WORD FOLDER_OF_POWERPOINT

No free program writes either; what is written here follows [MS-DOC], [MS-PPT] and [MS-OLEPS].
"""
import pathlib
import struct
import sys


def summary(**values):
    """A property set of strings: [MS-OLEPS] 2.21."""
    numbers = {"title": 2, "subject": 3, "author": 4, "keywords": 5, "comments": 6}
    properties = [(1, struct.pack("<IHH", 2, 1252, 0))]
    for name, value in values.items():
        data = value.encode("cp1252") + b"\0"
        data += b"\0" * (-len(data) % 4)
        properties.append((numbers[name], struct.pack("<II", 0x1E, len(data)) + data))
    offset = 8 + 8 * len(properties)
    table = body = b""
    for number, data in properties:
        table += struct.pack("<II", number, offset + len(body))
        body += data
    section = struct.pack("<II", 8 + len(table) + len(body), len(properties)) + table + body
    format_id = bytes.fromhex("e0859ff2f94f6810ab9108002b27b3d9")
    return struct.pack("<HHI16xI", 0xFFFE, 0, 0x00020005, 1) + format_id + struct.pack("<I", 48) + section


def word():
    """A header (FIB) of Word 97 and its text in one piece, 8 bits a character."""
    text = ("Notes on tandem bicycles\r"
            "A tandem frame is longer. See \x13 HYPERLINK \"https://tandem.example/club\" \x14the club\x15 for more.\r"
            "J\xfcrgen rides in front.\r").encode("cp1252")
    begin = 0x600
    header = bytearray(begin)
    struct.pack_into("<HHHHHH", header, 0, 0xA5EC, 0x00C1, 0, 0x0409, 0, 0)
    struct.pack_into("<II", header, 24, begin, begin + len(text))
    struct.pack_into("<i", header, 76, len(text))
    return bytes(header) + text + b"\0" * (8192 - begin - len(text))


def record(kind, data, instance=0, container=False):
    return struct.pack("<HHI", instance << 4 | (0xF if container else 0), kind, len(data)) + data


def title(words):
    return record(0x03F3, bytes(20)) + record(0x0F9F, struct.pack("<I", 0)) + record(0x0FA8, words.encode("cp1252"))


def body(words):
    return record(0x0F9F, struct.pack("<I", 1)) + record(0x0FA0, words.encode("utf-16-le"))


def power_point():
    link = record(0x0FBA, "drum brakes".encode("utf-16-le"), 0) + \
        record(0x0FBA, "https://tandem.example/drum".encode("utf-16-le"), 1)
    links = record(0x0409, record(0x0FD7, link, container=True), container=True)
    masters = record(0x0FF0, record(0x0F9F, struct.pack("<I", 0)) + record(0x0FA8, b"Click to edit"), 1, True)
    slides = record(0x0FF0, title("Frames") + body("longer frames\rmore spokes") + title("Brakes") + body("J\xfcrgen brakes"),
                    0, True)
    return record(0x03E8, links + masters + slides, container=True)


word_folder, show_folder = (pathlib.Path(argument) for argument in sys.argv[1:3])
about = summary(title="Notes on tandem bicycles", author="Ada Rider", keywords="tandem, bicycle", comments="Ridden at home.")
(word_folder / "WordDocument").write_bytes(word())
(word_folder / "\5SummaryInformation").write_bytes(about)
(show_folder / "PowerPoint Document").write_bytes(power_point())
(show_folder / "\5SummaryInformation").write_bytes(about)
