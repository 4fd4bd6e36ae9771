import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { updateSiteText } from '#contract/calls/site-admin.ts'
import { getSiteText } from '#contract/calls/site.ts'
import type { SiteTextName } from '#contract/values/site.ts'
import { languagesIn } from '#contract/shapes/languages.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf, query } from '#web/api/query.ts'
import { languageName } from '#web/language/language-name.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { SelectField, TextArea } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { SITE_PAGE } from '#web/messages/admin-site.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import { LIVE_QUERY } from './live-query.ts'
import { RadioField } from './check-field.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { defaultMarkdown } from './default-markdown.ts'
import css from './site.module.css'
import { useAdminForm } from './use-admin-form.ts'
import { useDraftChanges } from './use-draft-changes.ts'

/** The pages whose text an administrator can replace. */
export const SiteTexts = () => {
  const [page, setPage] = useState<SiteTextName>('about')
  const [language, setLanguage] = useState('')
  const offered = languagesIn(useSiteSettings().languages)
  return (
    <section className={css.group} aria-labelledby="texts">
      <h2 id="texts">{SITE_PAGE.texts}</h2>
      <div className={css.wide}>
        <p className="muted">{SITE_PAGE.textsText}</p>
        <RadioField
          name="site-text"
          legend={SITE_PAGE.whichText}
          value={page}
          options={SITE_PAGE.text}
          onChange={setPage}
        />
        {(offered.length > 1 || language !== '') && (
          <SelectField
            label={SITE_PAGE.textLanguage}
            name="text-language"
            value={language}
            onChange={(event) => setLanguage(event.target.value)}
          >
            <option value="">{SITE_PAGE.allLanguages}</option>
            {offered.map(({ tag, name }) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <SiteText key={`${page} ${language}`} page={page} language={language} />
      </div>
    </section>
  )
}

interface SiteTextProps {
  page: SiteTextName
  /** The tag of a language; empty for the text of all languages. */
  language: string
}

/** What the calls take for a text. */
const inputOf = ({ page, language }: SiteTextProps) => ({
  params: { page },
  ...(language !== '' && { query: { language } }),
})

const SiteText = (of: SiteTextProps) => {
  const { data, error, refetch } = useQuery({ ...query(getSiteText, inputOf(of)), ...LIVE_QUERY })
  if (data) return <TextForm {...of} text={data.text} version={data.version} onStale={() => void refetch()} />
  if (error)
    return (
      <ErrorNotice message={adminErrorMessage(error, getSiteText, SITE_PAGE.failed)} onRetry={() => void refetch()} />
    )
  return <Loading text={SITE_PAGE.loadingText} />
}

interface TextFormProps extends SiteTextProps {
  text: string
  version: string
  onStale: () => void
}

const TextForm = ({ page, language, text, version, onStale }: TextFormProps) => {
  const isForAll = language === ''
  const name = isForAll ? SITE_PAGE.text[page] : SITE_PAGE.textIn(SITE_PAGE.text[page], languageName(language))
  const { siteName } = useSiteSettings()
  const original = isForAll ? defaultMarkdown(page, siteName) : ''
  const originalHint = isForAll ? SITE_PAGE.isOriginalText : SITE_PAGE.noTextIn
  const input = inputOf({ page, language })
  const current = text || original
  const { value, isChanged, conflicts, change, clear } = useDraftChanges(
    ['text', page, ...(isForAll ? [] : [language])].join(':'),
    { text: current },
  )
  const client = useQueryClient()
  const toast = useToast()
  const { onSubmit, isPending, errors } = useAdminForm({
    call: updateSiteText,
    enabled: isChanged,
    send: () => api(updateSiteText, { ...input, body: { text: value.text === original ? '' : value.text, version } }),
    onSuccess: ({ data }) => {
      client.setQueryData(query(getSiteText, input).queryKey, data)
      // The pages ask for the text of their language, which may be this one.
      void client.invalidateQueries({ queryKey: keyOf(getSiteText), refetchType: 'none' })
      clear()
      toast.good(SITE_PAGE.textSaved(name))
    },
    onStale,
  })
  return (
    <form className={css.text} onSubmit={onSubmit} aria-label={name}>
      <EditConflict fields={conflicts.map(() => ({ name, now: current }))} />
      <div className={css.beside}>
        <TextArea
          label={name}
          name={`text-${page}`}
          font="reading"
          rows={24}
          hint={value.text === original ? originalHint : SITE_PAGE.isOwnText}
          {...(!isForAll && { lang: language, dir: 'auto' })}
          error={errors.text}
          value={value.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <div className={css.preview} role="region" aria-label={SITE_PAGE.preview} tabIndex={0}>
          <Markdown text={value.text} level={3} />
        </div>
      </div>
      <div className={css.actions}>
        <Button type="submit" busy={isPending}>
          {isPending ? ADMIN.saving : SITE_PAGE.saveText(name)}
        </Button>
        {isChanged ? (
          <Button onClick={clear}>{SITE_PAGE.discard}</Button>
        ) : (
          <p className="muted">{SITE_PAGE.unchanged}</p>
        )}
        {value.text !== original && (
          <Button kind="quiet" onClick={() => change({ text: original })}>
            {isForAll ? SITE_PAGE.restoreText : SITE_PAGE.removeText}
          </Button>
        )}
      </div>
    </form>
  )
}
