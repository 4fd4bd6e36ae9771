/** The first valid ISBN among identifiers, as 13 digits. */
export const isbnOf = (identifiers: readonly string[]): string | null => {
  for (const identifier of identifiers) {
    const digits = identifier
      .replace(/^(?:urn:)?(?:isbn|e-?isbn)[:\s]*/i, '')
      .replace(/[\s-]/g, '')
      .toUpperCase()
    if (/^97[89]\d{10}$/.test(digits) && checkDigit(digits) === digits.at(-1)) return digits
    if (/^\d{9}[\dX]$/.test(digits) && isTenValid(digits)) return withCheckDigit(`978${digits.slice(0, 9)}`)
  }
  return null
}

const checkDigit = (digits: string): string => {
  const sum = Array.from(digits.slice(0, 12)).reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

const withCheckDigit = (digits: string): string => digits + checkDigit(digits)

const isTenValid = (digits: string): boolean =>
  Array.from(digits).reduce((sum, digit, at) => sum + (10 - at) * (digit === 'X' ? 10 : Number(digit)), 0) % 11 === 0
