# Program sources of installed packages, and one of our own: the summary that the paper of 2000 promises.
take() { # take FILE NAME
  [ ! -f "$1" ] || cp "$1" "$2"
}
cp "$SOURCES/NotationImpl.java" NotationImpl.java
take /usr/share/doc/antlr/examples/java/ASTsupport/TestASTFactory.java TestASTFactory.java
take /usr/share/doc/antlr/examples/java/pascal/test/big.pas big.pas
swig=/usr/share/doc/swig4.0-examples/Examples
take $swig/java/doxygen/runme.java runme.java
take $swig/csharp/extend/runme.cs runme.cs
take $swig/tcl/class/runme2.tcl runme2.tcl
take $swig/r/class/runme.R runme.R
take $swig/csharp/extend/Makefile Makefile
take $swig/csharp/extend/example.h example.h
take /usr/include/zlib.h zlib.h
take /usr/include/c++/12/vector vector
take /usr/lib/python3.11/textwrap.py textwrap.py
take /usr/lib/python3.11/_sitebuiltins.py _sitebuiltins.py
take /usr/share/javascript/underscore/underscore.js underscore.js
take /usr/share/nodejs/popper.js/index.d.ts index.d.ts
take /usr/share/nodejs/@popperjs/test-utils/utils/makeConnectedElement.js makeConnectedElement.js
take /usr/share/gocode/src/github.com/pkg/errors/errors.go errors.go
take /usr/share/cargo/registry/itoa-1.0.1/src/lib.rs lib.rs
take /usr/share/rubygems-integration/all/gems/minitest-5.17.0/lib/minitest/assertions.rb assertions.rb
take /usr/share/rubygems-integration/all/gems/minitest-5.17.0/lib/minitest/spec.rb spec.rb
take /usr/share/php/Psr/Log/AbstractLogger.php AbstractLogger.php
take /usr/share/php/Psr/Log/LoggerInterface.php LoggerInterface.php
take /usr/lib/x86_64-linux-gnu/perl-base/Text/Tabs.pm Tabs.pm
take /usr/share/perl/5.36.0/Text/Wrap.pm Wrap.pm
take /usr/bin/ldd ldd
take /usr/share/common-lisp/source/cl-split-sequence/list.lisp list.lisp
take /usr/share/lua/5.1/inspect.lua inspect.lua
take /usr/share/cmake-3.25/Modules/FortranCInterface/mymodule.f90 mymodule.f90
# The database of the test of SQL, as sqlite3 writes it down.
if command -v sqlite3 >/dev/null; then
  sqlite3 :memory: \
    "create table planet (name text primary key, mass real); create view heavy as select name from planet; insert into planet values ('Saturn', 95.2);" \
    .dump > planets.sql
fi
