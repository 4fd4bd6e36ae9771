#!/usr/bin/env bash
# markdown-it 14.1.0 and commonmark 0.31.2: bold text that ends with a full stop or a bracket of Chinese or Japanese is not bold
# where the next sentence follows at once, as it does in languages without blanks between words. By CommonMark 0.31 a closing
# ** behind punctuation needs a blank or punctuation after it ("right-flanking delimiter run").
#
# Expected: <strong>, as for the same words with the full stop outside of the asterisks.
# Seen: the asterisks stay in the text, in both, and so readers of a manuscript see them.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund markdown-it@14.1.0 commonmark@0.31.2

cat > emphasis.mjs << 'END'
import MarkdownIt from 'markdown-it'
import { HtmlRenderer, Parser } from 'commonmark'

const markdownIt = new MarkdownIt()
const [parser, renderer] = [new Parser(), new HtmlRenderer()]
const TEXTS = ['**灯台は白い。**海は青い。', '**灯台は白い**。海は青い。', '**「灯台」**は白い。', '**灯台是白色的。**海是蓝色的。', '**The lamp is white.** The sea is blue.']
for (const text of TEXTS) {
  const isBold = [markdownIt.render(text), renderer.render(parser.parse(text))].map((html) => html.includes('<strong>'))
  console.log(`${text} ${isBold.join(' ')}`)
}
END

seen=$(node emphasis.mjs)
printf '%s\n' "$seen"
[ "$seen" = '**灯台は白い。**海は青い。 false false
**灯台は白い**。海は青い。 true true
**「灯台」**は白い。 false false
**灯台是白色的。**海是蓝色的。 false false
**The lamp is white.** The sea is blue. true true' ]
