# Messages and mailboxes.
has() { command -v "$1" >/dev/null; }

if has python3; then
  python3 - <<'END'
import email.policy, mailbox
from email.message import EmailMessage
from email.utils import format_datetime
from datetime import datetime, timedelta, timezone

def message(subject, number, answers=()):
    made = EmailMessage()
    made["From"] = "Ada Brahe <ada@museum.example>"
    made["To"] = "stars@lists.example, Żaneta Łoś <zaneta@museum.example>"
    made["Cc"] = "tycho@museum.example"
    made["Subject"] = subject
    made["Date"] = format_datetime(datetime(2024, 5, 6, 7, 8, 9 + number, tzinfo=timezone(timedelta(hours=2))))
    made["Message-ID"] = f"<m{number}@museum.example>"
    if answers:
        made["In-Reply-To"] = f"<{answers[-1]}>"
        made["References"] = " ".join(f"<{one}>" for one in answers)
    return made

letter = message("Où sont les étoiles? Gdzie są gwiazdy?", 3, ["m1@museum.example", "m2@museum.example"])
letter["Keywords"] = "astrolabe, stars"
letter["Organization"] = "Museum of Instruments"
letter["User-Agent"] = "Python"
letter.set_content("The plain words: gwiazdy świecą.\n", charset="iso-8859-2", cte="quoted-printable")
letter.add_alternative('<p>The rich words: gwiazdy świecą, <a href="https://museum.example/stars">a catalogue</a>.</p>',
                       subtype="html", charset="utf-8", cte="base64")
letter.add_attachment("star,magnitude\nMizar,2.2\n", subtype="csv", filename="gwiazdy ą.csv")
letter.add_attachment(b"\x89PNG\r\n\x1a\n", maintype="image", subtype="png", filename="gwiazdy ą.csv")
inside = message("An older letter", 1)
inside.set_content("Words of long ago.\n")
letter.add_attachment(inside)
open("letter.eml", "wb").write(letter.as_bytes(policy=email.policy.SMTP))

box = mailbox.mbox("stars.mbox", create=True)
for number in range(3):
    each = message(f"Star number {number}", number, [f"m{number - 1}@museum.example"] if number else ())
    each.set_content(f"Words about star {number}.\n\nFrom here it looks small.\n")
    box.add(each)
box.close()

news = message("A question about astrolabes", 5, ["m4@museum.example"])
news["Newsgroups"] = "sci.astro,sci.astro.amateur"
news["X-No-Archive"] = "yes"
news.set_content("Does the page https://museum.example/astrolabe say it all?\n")
open("question.news", "wb").write(news.as_bytes())
END
fi

# Made by mpack: another hand at MIME.
if has mpack; then
  printf 'star,magnitude\nMizar,2.2\n' >stars.csv
  printf 'With a table.\n' >words.txt
  mpack -s 'A table of stars' -d words.txt -o packed.eml stars.csv
fi

# Patches as git sends them: a mailbox.
if has git; then
  git init -q repository
  cd repository
  for version in one two; do
    echo "$version" >stars.txt
    git add stars.txt
    GIT_AUTHOR_DATE=2024-05-06T07:08:09Z git -c user.name='Ada Brahe' -c user.email=ada@museum.example commit -q -m "Stars: version $version"
  done
  git format-patch -q --root --stdout --thread --from >../patches.mbox
  cd ..
fi
