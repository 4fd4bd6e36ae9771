// Runs on any Node there is, so it is written for old ones.
var NEEDED = 24

if (parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    'Quillhouse needs Node ' +
      NEEDED +
      ' or newer, this is ' +
      process.version +
      '. Install it from https://nodejs.org.',
  )
  process.exit(1)
}
