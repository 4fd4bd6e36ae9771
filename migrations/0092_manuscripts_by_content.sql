-- A file that is made of a manuscript names its book, so that the same manuscript is told by its own checksum, the third.
create index file_checksums_by_manuscript on file_checksums (substr(sums, 41, 20)) where length(sums) > 40;
