/** The default text of a page about the site. */
export interface DefaultText {
  title: string
  description: string
  lede: string
  sections: readonly DefaultSection[]
}

export interface DefaultSection {
  /** Also the fragment of its link. */
  id: string
  title: string
  text: readonly string[]
  list?: readonly string[]
  after?: readonly string[]
  links?: readonly { to: string; label: string }[]
}
