import { pathShown } from '#web/language/local-path.ts'

/** Pages that tell no other where they are, such as those of links in mails, and what is after a `#`, are in no Referer. */
export const namePageInLanguageLinks = () => {
  const nameShown = ({ target }: MouseEvent) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/language/"]')
    if (!link) return
    const { search, hash } = window.location
    link.search = `?next=${encodeURIComponent(pathShown() + search + hash)}`
  }
  document.addEventListener('click', nameShown, true)
}
