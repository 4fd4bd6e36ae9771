// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { noteText } from './find-note.ts'

test.each([
  ['<p id="n">1. The first.</p><p>2. Another.</p>', '1. The first.'],
  ['<p><a id="n">1</a> The first.</p><p>2. Another.</p>', '1 The first.'],
  ['<aside epub:type="footnote" id="n"><p>One.</p></aside>', 'One.'],
  // An anchor before its note, as converters write it.
  ['<div><p>0. Before.</p><a id="n"></a> <p>1. The first.</p><p>2. Another.</p></div>', '1. The first.'],
  ['<div><p><a id="n"></a></p><p>The first.</p><p>Another.</p></div>', 'The first.'],
  ['<div>Before. <a id="n"></a>The first. <p>Behind.</p></div>', 'Before. The first. Behind.'],
  // A number in a part of its own.
  [
    '<table><tr><td><a id="n">[1]</a></td><td>The first.</td></tr><tr><td>[2]</td><td>x</td></tr></table>',
    '[1] The first.',
  ],
  ['<dl><dt id="n">1</dt><dd>The first.</dd><dt>2</dt><dd>Another.</dd></dl>', '1 The first.'],
  ['<dl><dt><a id="n">Note a</a></dt><dd>The first.</dd><dt>2</dt></dl>', 'Note a The first.'],
  ['<section><p id="n">1</p><p>The first.</p><p>2</p></section>', '1 The first.'],
  ['<section><p id="n">Ibid.</p><p>Another.</p></section>', 'Ibid.'],
])('the words of a note are found by its anchor: %s', (body, words) => {
  document.body.innerHTML = body
  expect(noteText('n', null)).toBe(words)
})
