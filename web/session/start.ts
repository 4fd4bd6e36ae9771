/**
 * Keeps the page that the server rendered, of which a part failed while its scripts started; without effect once this is
 * another page. web/session/inline-script.ts says what `data-start` is.
 */
export const keepPage = () => {
  // Not on the server, which has no document.
  const state = globalThis.document?.documentElement.dataset
  return state && state['start'] !== 'done' && (state['start'] = 'failed')
}

/** From here on a page that fails is replaced by the error page. */
export const endStart = () => (document.documentElement.dataset['start'] = 'done')
