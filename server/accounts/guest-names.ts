import { randomInt } from 'node:crypto'

const MOODS = [
  ...['Quiet', 'Curious', 'Gentle', 'Patient', 'Wandering', 'Lamplit', 'Dreaming', 'Merry', 'Thoughtful', 'Early'],
  ...['Late', 'Moonlit', 'Sunny', 'Rainy', 'Velvet', 'Silver', 'Amber', 'Golden', 'Misty', 'Hopeful'],
]
const COMPANY = [
  ...['Heron', 'Otter', 'Robin', 'Badger', 'Hare', 'Owl', 'Wren', 'Fox', 'Swift', 'Hedgehog'],
  ...['Sparrow', 'Marten', 'Lynx', 'Finch', 'Moth', 'Swan', 'Beaver', 'Plover', 'Dormouse', 'Kingfisher'],
]
const NUMBERS = 10_000

const oneOf = (words: string[]) => words[randomInt(words.length)]

/** A friendly name such as 'Quiet Heron 4821', one of four million; whether it is free the database knows. */
export const generateGuestName = () => `${oneOf(MOODS)} ${oneOf(COMPANY)} ${randomInt(NUMBERS)}`
