#!/usr/bin/perl
# A bot in Perl for the arena: it plays at random. docs/arena.md explains the messages.
#
#     boardwalk arena connect_four easy examples/arena_bot.pl
#
# A real bot would parse the JSON with a library; this one needs nothing but Perl and looks for what it wants.
use strict;
use warnings;

$| = 1;    # an answer is sent at once

while ( my $line = <STDIN> ) {
    my ($type) = $line =~ /"type":"(\w+)"/;
    if ( $type eq "game" ) {
        my ($seed) = $line =~ /"seed":(\d+)/;
        srand( $seed % 2**31 );
    }
    elsif ( $type eq "choose" ) {
        my @legal = $line =~ /"action":(\d+)/g;
        print '{"action":', $legal[ rand @legal ], "}\n";
    }
}
