import { type DefaultTreeAdapterMap, html, Parser, type ParserOptions, Token, TokenizerMode } from 'parse5'
import { NAMESPACES } from '#server/formats/epub/read-xml.ts'

type Options = ParserOptions<DefaultTreeAdapterMap>

/** HTML's parser reads no markup in them until they end. */
const WITHOUT_MARKUP = ['title', 'textarea', 'style', 'script', 'xmp', 'iframe', 'noembed', 'noframes']
/** Their vocabularies are HTML's own, so that a prefix only hides them. */
const BUILT_IN: readonly string[] = [NAMESPACES.xhtml, NAMESPACES.svg, NAMESPACES.mathml]

/**
 * HTML's parser for a document whose author meant XHTML: a tag that closes itself does, an element that HTML would read
 * to the end of the file is empty, and elements with a prefix of HTML, SVG or MathML are those.
 */
export class ForgivingParser extends Parser<DefaultTreeAdapterMap> {
  /** Namespaces by their prefixes, in lower case. */
  private readonly prefixes: ReadonlyMap<string, string>
  /** Where the last end tag of an element without markup is. */
  private readonly lastEnds: ReadonlyMap<string, number>

  constructor(source: string, prefixes: ReadonlyMap<string, string>, options: Options) {
    super(options)
    this.prefixes = prefixes
    const lower = source.toLowerCase()
    this.lastEnds = new Map(WITHOUT_MARKUP.map((name) => [name, lower.lastIndexOf(`</${name}`)]))
  }

  override onStartTag(token: Token.TagToken) {
    this.removePrefix(token)
    super.onStartTag(token)
    const isUnended = (this.lastEnds.get(token.tagName) ?? Infinity) < this.tokenizer.preprocessor.offset
    if (isUnended || (token.selfClosing && !token.ackSelfClosing)) this.closeAtOnce(token)
  }

  override onEndTag(token: Token.TagToken) {
    this.removePrefix(token)
    // HTML would begin another line, or an empty paragraph.
    const isStray =
      token.tagName === 'br' || (token.tagName === 'p' && !this.openElements.hasInButtonScope(token.tagID))
    if (!isStray) super.onEndTag(token)
  }

  private closeAtOnce({ tagName, tagID }: Token.TagToken) {
    // What follows the empty one belongs to the document nevertheless.
    if (['html', 'body'].includes(tagName)) return
    this.tokenizer.state = TokenizerMode.DATA
    const end = { type: Token.TokenType.END_TAG, tagName, tagID, attrs: [], location: null } as const
    super.onEndTag({ ...end, attrs: [], selfClosing: false, ackSelfClosing: false })
  }

  private removePrefix(token: Token.TagToken) {
    const colon = token.tagName.indexOf(':')
    if (colon < 0 || !BUILT_IN.includes(this.prefixes.get(token.tagName.slice(0, colon)) ?? '')) return
    token.tagName = token.tagName.slice(colon + 1)
    token.tagID = html.getTagID(token.tagName)
  }
}
