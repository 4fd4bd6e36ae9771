/** How many texts of each language are missing, and how many have changed in English since. The build counts them. */
export const TRANSLATION_COUNTS: Readonly<Record<string, { missing: number; changed: number }>> = {}
