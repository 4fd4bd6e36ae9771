import { ABOUT_MAX } from '#contract/values/authors.ts'
import { AUTHOR_PAGE } from '#web/messages/profile.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { TextArea } from '#web/ui/text-field.tsx'

/** What an author or a pen name says on its page, while it is edited. What is not saved survives a reload, by the key `draft`. */
export const useAuthorWords = (draft: string, said: { about: string | null; links: string[] } | undefined) => {
  const [{ about, links }, setTyped, clear] = useUnsentDraft(draft, {
    about: said?.about ?? '',
    links: said?.links.join('\n') ?? '',
  })
  const problems: Record<string, string> = [...about.trim()].length > ABOUT_MAX ? { about: AUTHOR_PAGE.long } : {}
  return {
    /** As the API takes them. */
    words: { about, links: links.split('\n').filter((link) => link.trim() !== '') },
    problems,
    fields: {
      about,
      setAbout: (typed: string) => setTyped({ about: typed, links }),
      links,
      setLinks: (typed: string) => setTyped({ about, links: typed }),
    },
    clear,
  }
}

interface AuthorWordsProps {
  fields: ReturnType<typeof useAuthorWords>['fields']
  errors: Record<string, string>
  /** Begins the names of the fields where the page has others of these. */
  prefix?: string
  label?: string
  hint?: string
}

export const AuthorWords = ({
  fields: { about, setAbout, links, setLinks },
  errors,
  prefix = '',
  label = AUTHOR_PAGE.about,
  hint = AUTHOR_PAGE.aboutHint,
}: AuthorWordsProps) => (
  <>
    <TextArea
      label={label}
      name={`${prefix}about`}
      hint={hint}
      rows={4}
      value={about}
      error={errors['about']}
      onChange={(event) => setAbout(event.target.value)}
    />
    <TextArea
      label={AUTHOR_PAGE.links}
      name={`${prefix}links`}
      hint={AUTHOR_PAGE.linksHint}
      rows={3}
      value={links}
      // The server names the line of a link that it refuses.
      error={Object.entries(errors).find(([field]) => field.startsWith('links'))?.[1]}
      onChange={(event) => setLinks(event.target.value)}
    />
  </>
)
