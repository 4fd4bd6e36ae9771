/** What the house has to say for itself: a title, and chapters. */
export interface HouseDocument {
  title: string
  description: string
  lede: string
  sections: readonly Chapter[]
}

export interface Chapter {
  /** Also its place in the address. */
  id: string
  title: string
  text: readonly string[]
  list?: readonly string[]
  after?: readonly string[]
}
