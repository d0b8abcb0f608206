# Sound and moving pictures: a tone of one second and pictures of a test card, with tags.
has() { command -v "$1" >/dev/null; }

if has sox; then
  sox -n -r 22050 -b 16 -c 2 tone.wav synth 1 sine 440 2>/dev/null
  sox tone.wav -r 22050 tone.aiff 2>/dev/null
fi
if [ -f tone.wav ]; then
  if has lame; then
    lame --quiet -b 64 --tt 'Song of the stars' --ta 'Ada Brahe' --tl 'Spheres' --ty 2024 --tn 3/9 --tg Ambient \
      --tc 'Sung at Hven' --id3v2-only tone.wav song.mp3
  fi
  if has oggenc; then
    oggenc -Q -t 'Song of the stars' -a 'Ada Brahe' -l Spheres -d 2024-05-06 -N 3 -G Ambient -c 'COPYRIGHT=CC BY 4.0' \
      -c 'LYRICS=Twinkle, twinkle' -o song.ogg tone.wav
  fi
  if has opusenc; then opusenc --quiet --title 'Pieśń gwiazd' --artist 'Ada Brahe' --album Spheres tone.wav song.opus; fi
  if has flac; then
    flac --silent -T TITLE='Song of the stars' -T ARTIST='Ada Brahe' -T COMPOSER='Tycho Brahe' -T GENRE=Ambient tone.wav -o song.flac
  fi
fi

has gst-launch-1.0 || exit 0
# Single words: gst-launch takes tags apart at spaces.
tags=title=Uraniborg,artist=Brahe,comment=Stars,genre=Documentary,copyright=CC-BY
# film NAME MUXER PICTURES: 50 pictures of 64 by 48, two seconds.
film() {
  gst-launch-1.0 -q videotestsrc num-buffers=50 ! video/x-raw,width=64,height=48,framerate=25/1 \
    ! taginject "tags=$tags" ! $3 ! "$2" ! filesink location="$1" || rm -f "$1"
}
film film.mov qtmux jpegenc
film film.mkv matroskamux jpegenc
film film.webm webmmux vp8enc
film film.avi avimux jpegenc
film bare.ogv oggmux theoraenc
# GStreamer leaves the tags of Theora out.
if [ -f bare.ogv ] && has oggz-comment; then
  oggz-comment bare.ogv -o film.ogv TITLE=Uraniborg ARTIST=Brahe DESCRIPTION=Stars GENRE=Documentary COPYRIGHT=CC-BY
fi
# No package of that size makes pictures for MP4; it has sound alone.
gst-launch-1.0 -q audiotestsrc num-buffers=50 ! audio/x-raw,rate=44100,channels=2 ! lamemp3enc ! mpegaudioparse \
  ! taginject "tags=$tags" ! mp4mux ! filesink location=tone.mp4 || rm -f tone.mp4
