// Prints the body of the SQL function confusables() for a migration: node scripts/print-confusables.ts
// The data is Unicode's (UTS 39, confusables.txt), as the package unhomoglyph contains it.

import confusables from 'unhomoglyph/data.json' with { type: 'json' }

/** A character that a username may contain, and that normalization leaves as it is. */
const isInNames = (sign: string) =>
  /^[\p{L}\p{M}\p{N} _.-]$/u.test(sign) && sign.normalize('NFKC').normalize('NFD') === sign

const prototypes = Object.entries(confusables).filter(
  ([sign]) => isInNames(sign) && !/\p{Default_Ignorable_Code_Point}/u.test(sign),
)
console.log(`'${JSON.stringify(Object.fromEntries(prototypes)).replaceAll("'", "''")}'::jsonb`)
