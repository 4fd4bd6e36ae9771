interface Policy {
  createScriptURL: (url: string) => string
  createHTML: (markup: string) => string
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy }
  }
}

/** The site's one policy: what passes through it was made by the build or by our own drawing code, never by a person. */
const policy = () => {
  const rules: Policy = { createScriptURL: sameOrigin, createHTML: (markup) => markup }
  return window.trustedTypes?.createPolicy('quillhouse', rules) ?? rules
}

const sameOrigin = (url: string) => {
  if (new URL(url, window.location.href).origin !== window.location.origin)
    throw new Error('A worker comes from this site alone')
  return url
}

let made: Policy | undefined
const only = () => (made ??= policy())

export const trustedScriptUrl = (url: string) => only().createScriptURL(url)
export const trustedHtml = (markup: string) => only().createHTML(markup)
