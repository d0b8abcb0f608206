#!/usr/bin/perl
# A workbook of Excel 97, by Spreadsheet::WriteExcel: documents_sheets.pl FILE
use strict;
use warnings;
use Spreadsheet::WriteExcel;

my $book = Spreadsheet::WriteExcel->new($ARGV[0]);
$book->set_properties(title => 'Weights of parts', author => 'Ada Rider', keywords => 'tandem, weight',
                      subject => 'Bicycles', comments => 'Weighed at home.', company => 'Two Saddles');
my $weights = $book->add_worksheet('Weights');
$weights->write_row(0, 0, ['part', 'grams']);
$weights->write_row(1, 0, ['rim', 500]);
$weights->write_row(2, 0, ['hub', 300]);
$weights->write(3, 0, 'total');
$weights->write_formula(3, 1, '=SUM(B2:B3)', undef, 800);
# xls2csv does not find the cells of a workbook below 4 KiB, which Excel itself never writes.
$weights->write_row($_, 3, ['spoke', $_]) for 10 .. 109;
my $shops = $book->add_worksheet('Shops');
$shops->write_url(0, 0, 'https://tandem.example/shop', 'the shop');
$book->close();
