#!/usr/bin/perl
# A repository of OAI-PMH over the modules of libhttp-oai-perl: one request from standard input, its
# answer to standard output (a server such as inetd gives both). Three records, two of them a list.
use strict;
use warnings;
use HTTP::OAI;
use HTTP::OAI::Metadata::OAI_DC;

my ($target) = (<STDIN> // '') =~ m{^GET\s+(\S+)};
while (defined(my $line = <STDIN>)) { last if $line =~ /^\r?\n$/ }

my %asked = map { my ($name, $value) = split /=/, $_, 2; $value =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ge; ($name, $value) }
  split /&/, ($target // '') =~ m{\?(.*)} ? $1 : '';
my @all = (
  {id => 'oai:a.test:1', dc => {title => ['Light curves'], creator => ['Ann'], description => ['How stars vary & why.'],
                                identifier => ['http://papers.test/1'], relation => ['http://papers.test/2']}},
  {id => 'oai:a.test:2', dc => {title => ['Telescopes'], subject => ['mirrors', 'lenses']}},
  {id => 'oai:a.test:3?x', dc => {title => ['Mizar']}},
  {id => 'oai:a.test:4'},
);

sub record {
  my ($of) = @_;
  my $record = HTTP::OAI::Record->new;
  $record->header->identifier($of->{id});
  $record->header->datestamp('2024-01-01');
  if ($of->{dc}) { $record->metadata(HTTP::OAI::Metadata::OAI_DC->new(dc => $of->{dc})) }
  else { $record->header->status('deleted') }
  return $record;
}

sub answer {
  my $verb = $asked{verb} // '';
  if ($verb eq 'GetRecord') {
    my ($wanted) = grep { $_->{id} eq $asked{identifier} } @all;
    if ($wanted) {
      my $answer = HTTP::OAI::GetRecord->new;
      $answer->record(record($wanted));
      return $answer;
    }
  } elsif ($verb eq 'ListRecords') {
    my $answer = HTTP::OAI::ListRecords->new;
    my $rest = ($asked{resumptionToken} // '') eq 'rest of it';
    $answer->record(record($_)) for $rest ? @all[2, 3] : @all[0, 1];
    $answer->resumptionToken(HTTP::OAI::ResumptionToken->new(resumptionToken => 'rest of it')) unless $rest;
    return $answer;
  }
  my $answer = HTTP::OAI::Response->new;
  $answer->errors(HTTP::OAI::Error->new(code => $verb eq 'GetRecord' ? 'idDoesNotExist' : 'badVerb'));
  return $answer;
}

my $xml = answer()->toDOM->toString;
utf8::encode($xml) if utf8::is_utf8($xml);
print "HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ", length $xml, "\r\n\r\n", $xml;
