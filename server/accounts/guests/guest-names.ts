import { randomInt } from 'node:crypto'

const ADJECTIVES = [
  'Quiet',
  'Curious',
  'Gentle',
  'Patient',
  'Wandering',
  'Lamplit',
  'Dreaming',
  'Merry',
  'Thoughtful',
  'Early',
  'Late',
  'Moonlit',
  'Sunny',
  'Rainy',
  'Velvet',
  'Silver',
  'Amber',
  'Golden',
  'Misty',
  'Hopeful',
]
const ANIMALS = [
  'Heron',
  'Otter',
  'Robin',
  'Badger',
  'Hare',
  'Owl',
  'Wren',
  'Fox',
  'Swift',
  'Hedgehog',
  'Sparrow',
  'Marten',
  'Lynx',
  'Finch',
  'Moth',
  'Swan',
  'Beaver',
  'Plover',
  'Dormouse',
  'Kingfisher',
]
const NUMBERS = 10_000

const oneOf = (words: string[]) => words[randomInt(words.length)]

/** A name such as 'Quiet Heron 4821', one of four million. It may be taken. */
export const generateGuestName = () => `${oneOf(ADJECTIVES)} ${oneOf(ANIMALS)} ${randomInt(NUMBERS)}`
