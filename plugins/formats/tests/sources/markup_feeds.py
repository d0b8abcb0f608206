"""Feeds by python3-feedgenerator, cards and calendars by python3-vobject: into the current folder."""
import datetime
import sys

UTC = datetime.timezone.utc


def feeds():
    import feedgenerator
    kinds = {"rss20.xml": feedgenerator.Rss201rev2Feed, "rss091.xml": feedgenerator.RssUserland091Feed,
             "atom.xml": feedgenerator.Atom1Feed}
    for name, kind in kinds.items():
        feed = kind(title="Comet news", link="https://comets.example/", description="What was seen",
                    language="en", author_name="Maria Mitchell", categories=["astronomy"])
        feed.add_item(title="A new comet", link="https://comets.example/1847/october",
                      description="<p>It stood near <a href='https://comets.example/polaris'>Polaris</a> &amp; moved.</p>",
                      pubdate=datetime.datetime(1947, 10, 1, 22, 30, tzinfo=UTC), author_name="M. Mitchell",
                      categories=["comets"], unique_id="https://comets.example/1847/october")
        feed.add_item(title="Halley returns", link="https://comets.example/halley",
                      description="Seen again after 76 years.",
                      pubdate=datetime.datetime(1986, 2, 9, tzinfo=UTC), unique_id="halley-1986")
        with open(name, "w", encoding="utf-8") as file:
            feed.write(file, "utf-8")


def cards():
    import vobject
    card = vobject.vCard()
    card.add("n").value = vobject.vcard.Name(family="Mitchell", given="Maria")
    card.add("fn").value = "Maria Mitchell"
    card.add("email").value = "maria@observatory.example"
    card.add("tel").value = "+1-508-555-0147"
    card.add("org").value = ["Vassar College", "Observatory"]
    card.add("url").value = "https://observatory.example/mitchell"
    card.add("note").value = "Discovered a comet from the roof of the bank, for which she was given a medal of gold."
    with open("card.vcf", "w", encoding="utf-8", newline="") as file:
        file.write(card.serialize())


def calendars():
    import vobject
    utc = vobject.icalendar.utc
    calendar = vobject.iCalendar()
    event = calendar.add("vevent")
    event.add("summary").value = "Watch the perihelion"
    event.add("dtstart").value = datetime.datetime(2061, 7, 28, 17, 0, tzinfo=utc)
    event.add("dtend").value = datetime.datetime(2061, 7, 28, 19, 0, tzinfo=utc)
    event.add("location").value = "Observatory, upper dome"
    event.add("description").value = "Bring warm clothes, and a chart; see https://observatory.example/chart for one."
    event.add("url").value = "https://observatory.example/perihelion"
    organizer = event.add("organizer")
    organizer.value = "mailto:maria@observatory.example"
    organizer.params["CN"] = ["Maria Mitchell"]
    event.add("attendee").value = "mailto:edmond@observatory.example"
    task = calendar.add("vtodo")
    task.add("summary").value = "Clean the lens"
    with open("calendar.ics", "w", encoding="utf-8", newline="") as file:
        file.write(calendar.serialize())


{"feeds": feeds, "cards": cards, "calendars": calendars}[sys.argv[1]]()
