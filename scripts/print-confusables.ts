// Prints the body of the SQL function confusables() for a migration: node scripts/print-confusables.ts
// The data is Unicode's (UTS 39, confusables.txt), as the package unhomoglyph contains it.

import confusables from 'unhomoglyph/data.json' with { type: 'json' }

/** A character that a username may contain, and that normalization leaves as it is. */
const isInNames = (character: string) =>
  /^[\p{L}\p{M}\p{N} _.-]$/u.test(character) && character.normalize('NFKC').normalize('NFD') === character

const prototypes = Object.entries(confusables).filter(
  ([character]) => isInNames(character) && !/\p{Default_Ignorable_Code_Point}/u.test(character),
)
console.log(`'${JSON.stringify(Object.fromEntries(prototypes)).replaceAll("'", "''")}'::jsonb`)
