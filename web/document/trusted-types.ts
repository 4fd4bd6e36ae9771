interface Policy {
  createScriptURL: (url: string) => string
  createHTML: (html: string) => string
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy }
  }
}

/** The site's only Trusted Types policy. It accepts output of the build and of our drawing code, never user input. */
const createPolicy = () => {
  const rules: Policy = { createScriptURL: sameOrigin, createHTML: (markup) => markup }
  return window.trustedTypes?.createPolicy('quillhouse', rules) ?? rules
}

const sameOrigin = (url: string) => {
  if (new URL(url, window.location.href).origin !== window.location.origin)
    throw new Error('A worker script must have the same origin')
  return url
}

let policy: Policy | undefined
const getPolicy = () => (policy ??= createPolicy())

export const trustedScriptUrl = (url: string) => getPolicy().createScriptURL(url)
export const trustedHtml = (html: string) => getPolicy().createHTML(html)
