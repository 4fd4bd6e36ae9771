/** Makes a language that of this browser, and goes to a page in it; `path` is as the router has it. */
export const goInLanguage = (tag: string, path: string) =>
  window.location.replace(`/language/${tag}?next=${encodeURIComponent(path)}`)
