/** What the house has to say for itself: a title, and chapters. */
export interface DefaultText {
  title: string
  description: string
  lede: string
  sections: readonly DefaultSection[]
}

export interface DefaultSection {
  /** Also its place in the address. */
  id: string
  title: string
  text: readonly string[]
  list?: readonly string[]
  after?: readonly string[]
}
