/** Leaves fonts, sizes and colours to the reader. */
export const BOOK_STYLES = `h1, h2, h3, h4, h5, h6 { break-after: avoid; text-align: start; }
p { margin: 0; }
p + p { text-indent: 1.2em; }
ul p, ol p, dl p, td p, th p, aside p { text-indent: 0; }
blockquote, pre, table, figure, ul, ol, dl { margin-block: 1em; }
blockquote { margin-inline: 1.5em; }
pre { white-space: pre-wrap; overflow-wrap: break-word; }
table { border-collapse: collapse; }
th, td { border: 1px solid currentColor; padding: 0.2em 0.5em; text-align: start; vertical-align: top; }
.center { text-indent: 0; text-align: center; }
.gap { margin-block-start: 1.5em; text-indent: 0; }
.new-page { break-before: page; }
.small-caps { font-variant-caps: small-caps; }
.caps { text-transform: uppercase; }
.dots { font-style: normal; text-emphasis: filled; }
.red { color: #c2301c; }
.orange { color: #b25400; }
.green { color: #2c7a33; }
.blue { color: #2f6fd0; }
.purple { color: #8a4fc0; }
.labelled { list-style: none; padding-inline-start: 1.5em; }
.right { text-indent: 0; text-align: end; }
img { max-width: 100%; height: auto; }
hr { width: 30%; margin: 1.5em auto; }
a[role~="doc-noteref"] { font-size: 0.75em; vertical-align: super; line-height: 0; }
sup a[role~="doc-noteref"] { font-size: 1em; vertical-align: baseline; }
aside { margin-block: 0.5em; }
.notice { text-indent: 0; margin-block: 2em; }
.math-left { text-align: left; }
.math-right { text-align: right; }
.math-tight { padding-inline: 0; }
.math-half { width: 50%; }
.math-wide { width: 100%; }
.math-box { border: 1px solid currentColor; padding: 0.2em; }
.math-line-above { border-top: 1px solid currentColor; }
.math-line-below { border-bottom: 1px solid currentColor; }
.math-line-before { border-left: 1px solid currentColor; }
.math-line-after { border-right: 1px solid currentColor; }
.math-struck { background: linear-gradient(to bottom, transparent 47%, currentColor 47%, currentColor 53%, transparent 53%); }
.math-struck-up { background: linear-gradient(to bottom right, transparent 48%, currentColor 48%, currentColor 52%, transparent 52%); }
.math-struck-down { background: linear-gradient(to top right, transparent 48%, currentColor 48%, currentColor 52%, transparent 52%); }
.math-struck-up.math-struck-down { background: linear-gradient(to bottom right, transparent 48%, currentColor 48%, currentColor 52%, transparent 52%), linear-gradient(to top right, transparent 48%, currentColor 48%, currentColor 52%, transparent 52%); }
.math-struck-vertical { background: linear-gradient(to right, transparent 47%, currentColor 47%, currentColor 53%, transparent 53%); }
.subtitle, .author, .date { text-indent: 0; margin-block: 1em; }
`
