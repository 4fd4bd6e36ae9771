/**
 * What the built files use although some engine of the list lacks it, with the reason that it does no harm there. Names as in
 * tests/engines/script-features.ts and style-features.ts.
 */

/** A style that an engine without it leaves out: the page is plainer, not broken. */
const PLAINER = 'an engine without it leaves it out, and the page is plainer'
const PREFIXED = 'only styles a part that one browser has'
const DETECTED = 'is used where it is found'
const OWN = 'an object of the site or of a library has a member of this name'

export const ALLOWED_STYLES: Record<string, string> = {
  ...Object.fromEntries(
    [
      ':-moz-color-swatch',
      ':-moz-progress-bar',
      ':-moz-range-progress',
      ':-moz-range-thumb',
      ':-moz-range-track',
      ':-webkit-progress-bar',
      ':-webkit-progress-value',
      ':-webkit-search-cancel-button',
      ':-webkit-slider-runnable-track',
      ':-webkit-slider-thumb',
    ].map((name) => [name, PREFIXED]),
  ),
  ...Object.fromEntries(
    [
      ':view-transition-group',
      ':view-transition-new',
      ':view-transition-old',
      'view-transition-name',
      ':highlight',
      'backdrop-filter',
      'contain-intrinsic-block-size',
      'content-visibility',
      'content-visibility: auto',
      'field-sizing',
      'field-sizing: content',
      'font-family: ui-monospace',
      'hanging-punctuation',
      'hanging-punctuation: first',
      'overscroll-behavior',
      'overscroll-behavior: contain',
      'overflow-anchor',
      'overflow-anchor: none',
      'scrollbar-width',
      'scrollbar-width: none',
      'text-size-adjust',
      'text-size-adjust: none',
      'text-wrap',
      'text-wrap: balance',
      'text-wrap: pretty',
      'font-synthesis-style',
      'font-synthesis-style: none',
      'forced-color-adjust',
      'forced-color-adjust: none',
      'container-type',
      'container-type: inline-size',
      'cqw',
    ].map((name) => [name, PLAINER]),
  ),
  ':popover-open': 'in lists of `:is()`, in which browsers leave out what they do not know',
  'align-content: safe': 'the earlier value stays: what is too long begins above the window',
  'float: inline-start': 'the label stands below its box',
  'grid-template-columns: subgrid': 'each part has columns of its own',
  'mask-image': 'the row of genres ends without a shade',
  'overflow-x: clip': 'the earlier value stays',
  'overflow: clip': 'the earlier value stays',
  'user-select': 'the build adds the prefix that Safari reads',
  'user-select: all': 'a press selects a word',
  hyphens: 'the build adds the prefix that Safari reads',
  'hyphenate-limit-chars': 'shorter words of a heading are divided too',
  'color-mix()': 'a pressed or outlined part has its usual colour',
}

/** What the style sheet of pdf.js alone may use, for parts that the reader does not show. */
export const ALLOWED_PDF_JS_STYLES: Record<string, string> = {
  ':fullscreen': 'for its own button',
  ':has': 'for fields of forms and editors; the reader sets the colour under a page itself',
  'content-visibility: hidden': 'for its own editors',
  'flex: fit-content': 'for its own editors',
  'mask-position': 'for its buttons',
  'mask-repeat': 'for its buttons',
  'mask-size': 'for its buttons',
  'round()': 'web/reading/pages/page-sizes.ts sets the sizes without it',
}

/** What the legacy worker of pdf.js alone may call. */
export const ALLOWED_PDF_JS_SCRIPTS: Record<string, string> = {
  '.grow': 'of the memory of WebAssembly, which has it',
  '.rawJSON': DETECTED,
  '.resizable': DETECTED,
}

export const ALLOWED_SCRIPTS: Record<string, string> = {
  ...Object.fromEntries(
    [
      'setImmediate',
      'navigation',
      '.startViewTransition',
      '.skipTransition',
      '.canIntercept',
      '.currentEntry',
      '.transferSize',
      '.connection',
      '.downlink',
      '.saveData',
      'Error.captureStackTrace',
      '.createPolicy',
      '.createWritable',
      '.estimate',
      'DecompressionStream',
      'Intl.Segmenter',
      'ClipboardItem',
      '.canShare',
      'Highlight',
      'CSS.highlights',
      '.replaceSync',
      '.wakeLock',
      '.released',
      '.fullscreenElement',
      '.fullscreenEnabled',
      '.exitFullscreen',
      '.requestFullscreen',
      '.getTransports',
      '.getPublicKeyAlgorithm',
      '.getPublicKey',
      '.getAuthenticatorData',
      'PublicKeyCredential.getClientCapabilities',
      'PublicKeyCredential.isConditionalMediationAvailable',
    ].map((name) => [name, DETECTED]),
  ),
  ...Object.fromEntries(
    [
      '.use',
      '.delay',
      '.displayName',
      '.animation',
      '.transition',
      '.build',
      '.isError',
      '.drop',
      '.getMetadata',
      '.getViewport',
      '.fileName',
      '.forget',
      '.resize',
      '.screens',
      '.adopt',
    ].map((name) => [name, OWN]),
  ),
  '.hidePopover': 'of the polyfill for popovers, as showPopover',
  '.maximize': 'of Intl.Locale (Chromium 74, Firefox 75, Safari 14), and not of windows',
}
