# Archives of one small tree in every format, single compressed files, and packages.
has() { command -v "$1" >/dev/null; }

mkdir -p tree/docs
printf 'Astrolabes\n\nAn astrolabe shows where the stars stand.\nSee https://museum.example/astrolabes for pictures.\n' >tree/docs/astrolabe.txt
printf 'star,magnitude\nMizar,2.2\nAlcor,4.0\n' >tree/stars.csv
printf 'Notes of the observatory in Łódź\n' >'tree/zażółć.txt'
: >tree/empty
touch -d 2024-05-06T07:08:09Z tree/docs/astrolabe.txt tree/stars.csv tree/empty

tar -C tree --sort=name -cf plain.tar .
for kind in gz:gzip bz2:bzip2 xz:xz zst:zstd lzma:lzma lz4:lz4; do
  has "${kind#*:}" || continue
  "${kind#*:}" -c <plain.tar >"packed.tar.${kind%:*}"
  "${kind#*:}" -c <tree/docs/astrolabe.txt >"astrolabe.txt.${kind%:*}"
done
gzip -c tree/stars.csv >stars.csv.gz
gzip -c /usr/bin/true >true.gz
if has zip; then
  (cd tree && zip -q -r ../files.zip . && zip -q -P secret ../encrypted.zip stars.csv && zip -q ../zipped.zip ../files.zip)
  gzip -c files.zip >files.zip.gz
fi
if has 7z; then (cd tree && 7z a -bd ../files.7z . >/dev/null); fi
if has cpio; then (cd tree && find . -type f | LC_ALL=C sort | cpio --quiet -o -H newc >../files.cpio); fi
if has ar; then (cd tree && ar rc ../files.a stars.csv docs/astrolabe.txt); fi
if has genisoimage; then genisoimage -quiet -R -J -V ASTROLABES -o files.iso tree; fi

# Debian's own.
if has dpkg-deb; then
  mkdir -p deb/DEBIAN deb/usr/share/doc/astrolabe
  cp tree/docs/astrolabe.txt deb/usr/share/doc/astrolabe/README
  cat >deb/DEBIAN/control <<'END'
Package: astrolabe
Version: 1.2-3
Architecture: all
Maintainer: Ada Brahe <ada@museum.example>
Section: science
Priority: optional
Pre-Depends: libc6
Depends: python3 (>= 3.9), stars-data | planets-data
Homepage: https://museum.example/astrolabe
Description: positions of the stars
 Computes where a star stands at a given hour.
 .
 Catalogues of stars are in packages of their own.
END
  dpkg-deb --root-owner-group --build deb astrolabe.deb
  dpkg-deb --root-owner-group -Zzstd --build deb astrolabe_zst.deb
fi
if has rpmbuild; then
  cat >astrolabe.spec <<'END'
Name: astrolabe
Version: 1.2
Release: 3
Summary: Positions of the stars
License: GPL-3.0-or-later
Group: Science
Vendor: Museum of Instruments
Packager: Ada Brahe <ada@museum.example>
URL: https://museum.example/astrolabe
BuildArch: noarch
Requires: python3 >= 3.9
%description
Computes where a star stands at a given hour.
%install
mkdir -p %{buildroot}/usr/share/doc/astrolabe
cp %{source_file} %{buildroot}/usr/share/doc/astrolabe/README
%files
/usr/share/doc/astrolabe/README
END
  rpmbuild -bb --quiet --define "_topdir $PWD/rpm" --define "source_file $PWD/tree/docs/astrolabe.txt" astrolabe.spec
  cp rpm/RPMS/noarch/*.rpm astrolabe.rpm
fi
if [ -f /usr/share/java/commons-cli.jar ]; then cp /usr/share/java/commons-cli.jar .; fi

tar -cjf nothing.tar.bz2 -T /dev/null

# Nothing may try to hold what these unpack to.
yes | head -c 300000000 | bzip2 >bomb.bz2
if has zip; then yes | head -c 300000000 | zip -q bomb.zip -; fi
