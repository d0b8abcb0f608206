# Images by ImageMagick, tagged by ExifTool.
has() { command -v "$1" >/dev/null; }
# By the name that Debian alone gives it.
has convert-im6.q16 || exit 0

convert-im6.q16 -size 40x30 gradient:red-blue plain.jpg
convert-im6.q16 -size 40x30 gradient:black-white -colorspace gray grey.jpg
convert-im6.q16 -size 40x30 gradient:red-blue -set Title 'A red evening' -set Author 'Ada Brahe' \
  -set Copyright 'CC BY 4.0' -set Description 'The sky over Hven' texts.png
convert-im6.q16 -size 40x30 xc:red xc:blue xc:green -loop 0 frames.gif
convert-im6.q16 -size 40x30 xc:red xc:blue pages.tiff
convert-im6.q16 -size 40x30 gradient:red-blue plain.bmp
convert-im6.q16 -size 40x30 gradient:red-blue plain.webp
if has img2webp; then
  convert-im6.q16 -size 40x30 xc:red one.png
  convert-im6.q16 -size 40x30 xc:blue two.png
  img2webp -d 100 one.png two.png -o frames.webp >/dev/null
fi

has exiftool || exit 0
cp plain.jpg camera.jpg
exiftool -q -overwrite_original -Make=Nikon -Model='Nikon D40' -DateTimeOriginal='2024:05:06 07:08:09' \
  -OffsetTimeOriginal=+02:00 -GPSLatitude=55.9077 -GPSLatitudeRef=N -GPSLongitude=12.6964 -GPSLongitudeRef=W \
  -EXIF:Artist='Ada Brahe' -EXIF:Copyright='CC BY 4.0' -EXIF:ImageDescription='The island of Hven' -Software=GIMP camera.jpg
cp plain.jpg press.jpg
exiftool -q -overwrite_original -codedcharacterset=utf8 -IPTC:ObjectName='Étoiles' -IPTC:Caption-Abstract='Stars over Hven' \
  -IPTC:By-line='Ada Brahe' -IPTC:Keywords=stars -IPTC:Keywords=night -IPTC:CopyrightNotice='Museum' -IPTC:City=Hven press.jpg
cp plain.webp described.webp
exiftool -q -overwrite_original -XMP-dc:Title='Gwiazdy ż' -XMP-dc:Description='Stars over Hven' -XMP-dc:Creator='Ada Brahe' \
  -XMP-dc:Creator='Tycho Brahe' -XMP-dc:Subject=stars -XMP-dc:Subject=night -XMP-dc:Rights='CC BY 4.0' \
  -XMP-xmp:CreateDate='2024:05:06 07:08:09Z' described.webp
