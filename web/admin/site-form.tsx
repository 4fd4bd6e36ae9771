import { LANGUAGES } from '#contract/shapes/languages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { getAdminSite, updateSiteSettings } from '#contract/calls/site-admin.ts'
import { getSiteSettings } from '#contract/calls/site.ts'
import type { AdminSiteSettings } from '#contract/site-admin.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { SITE_PAGE } from '#web/messages/admin-site.ts'
import { RadioField } from './check-field.tsx'
import { LanguagesField } from './languages-field.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { FIELD_NAMES, toSiteFields, toSiteSettings } from './site-fields.ts'
import type { SiteFields } from './site-fields.ts'
import type { FormSection } from './site-sections.ts'
import css from './site.module.css'
import { useAdminForm } from './use-admin-form.ts'
import { useDraftChanges } from './use-draft-changes.ts'

interface SiteFormProps {
  section: FormSection
  settings: AdminSiteSettings
  version: string
  /** There is no mail server. */
  keepsMails?: true | undefined
  onStale: () => void
}

const LANGUAGE_NAMES = Object.fromEntries(
  LANGUAGES.map(({ tag, name }) => [
    tag,
    <bdi key={tag} lang={tag}>
      {name}
    </bdi>,
  ]),
)

/** The fields of a section. What is not sent yet is kept for each section by itself. */
export const SiteForm = ({ section, settings, version, keepsMails, onStale }: SiteFormProps) => {
  const current = toSiteFields(settings)
  const { value, changes, isChanged, conflicts, change, clear } = useDraftChanges<SiteFields>(
    `site:${section}`,
    current,
  )
  const client = useQueryClient()
  const toast = useToast()
  const { onSubmit, isPending, errors, summary } = useAdminForm({
    call: updateSiteSettings,
    enabled: isChanged,
    send: () => api(updateSiteSettings, { body: { ...toSiteSettings(changes), version } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: query(getAdminSite).queryKey })
      void client.invalidateQueries({ queryKey: query(getSiteSettings).queryKey })
      clear()
      toast.good(SITE_PAGE.saved)
    },
    onStale,
  })
  // The dashboard links to fields.
  const { hash } = useLocation()
  useEffect(() => document.getElementById(hash.slice(1))?.focus(), [hash])
  const field = (name: keyof SiteFields) => ({
    name,
    label: FIELD_NAMES[name],
    value: value[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const choice = <K extends keyof SiteFields>(name: K) => ({
    name,
    legend: FIELD_NAMES[name],
    value: value[name],
    onChange: (chosen: SiteFields[K]) => change({ [name]: chosen }),
  })
  return (
    <form className={css.form} onSubmit={onSubmit} noValidate aria-label={SITE_PAGE.title}>
      <EditConflict fields={conflicts.map((name) => ({ name: FIELD_NAMES[name], now: current[name] }))} />
      {section === 'site' && (
        <>
          <Group title={SITE_PAGE.identity}>
            <TextField {...field('siteName')} />
            <TextField {...field('contactAddress')} type="email" hint={SITE_PAGE.contactHint} />
            <TextField {...field('socialLink')} type="url" />
          </Group>
          <Group title={SITE_PAGE.languages}>
            <LanguagesField
              legend={SITE_PAGE.languages}
              hint={SITE_PAGE.languagesHint}
              value={value.languages}
              error={errors.languages}
              onChange={(languages) => change({ languages })}
            />
            <RadioField {...choice('language')} options={LANGUAGE_NAMES} />
          </Group>
          <Group title={SITE_PAGE.numbers} two>
            <TextField {...field('bookCount')} />
            <TextField {...field('appRating')} hint={SITE_PAGE.appRatingHint} />
            <TextField {...field('appRatingCount')} />
            <TextField {...field('iosDate')} />
          </Group>
        </>
      )}
      {section === 'access' && (
        <Group title={SITE_PAGE.access}>
          <RadioField {...choice('libraryAccess')} options={SITE_PAGE.accessLevels} />
          <RadioField {...choice('visitorAge')} options={SITE_PAGE.visitorAges} />
          <RadioField {...choice('registration')} options={SITE_PAGE.registrations} />
          <RadioField {...choice('secondFactor')} options={SITE_PAGE.secondFactors} />
          <RadioField {...choice('signIn')} options={SITE_PAGE.signInRules} />
          <TextField {...field('rescueAdministrator')} type="email" hint={SITE_PAGE.rescueHint} />
          <TextField {...field('trustedNetworks')} hint={SITE_PAGE.trustedNetworksHint} />
        </Group>
      )}
      {section === 'books' && (
        <>
          <Group title={SITE_PAGE.authors} two>
            <TextField {...field('maxBooksPerAuthor')} inputMode="numeric" />
            <TextField {...field('maxGigabytesPerAuthor')} inputMode="numeric" />
            <TextField {...field('maxEpubMegabytes')} inputMode="numeric" />
          </Group>
          <Group title={SITE_PAGE.recommendations}>
            <RadioField {...choice('smallAuthorsPlace')} options={SITE_PAGE.smallAuthorsPlaces} />
          </Group>
          <Group title={SITE_PAGE.files}>
            <RadioField {...choice('remakeEditions')} options={SITE_PAGE.remakeEditionsChoices} />
          </Group>
          <Group title={SITE_PAGE.devices}>
            <RadioField {...choice('deviceMail')} options={SITE_PAGE.deviceMailChoices} />
            {keepsMails && value.deviceMail === 'on' && <Notice>{SITE_PAGE.keepsMails}</Notice>}
            <TextField {...field('maxDeviceMegabytes')} inputMode="numeric" hint={SITE_PAGE.maxDeviceHint} />
          </Group>
          <Group title={SITE_PAGE.copyright}>
            <TextField {...field('counterNoticeDays')} inputMode="numeric" hint={SITE_PAGE.counterNoticeHint} />
          </Group>
        </>
      )}
      {section === 'app' && (
        <Group title={SITE_PAGE.app}>
          <RadioField {...choice('makeApp')} options={SITE_PAGE.makeAppChoices} />
          <TextField {...field('appFile')} hint={SITE_PAGE.appFileHint} />
          <TextField {...field('appVersion')} hint={SITE_PAGE.appVersionHint} />
        </Group>
      )}
      <FormErrors ref={summary.ref} errors={errors} />
      <div className={css.actions}>
        <Button type="submit" kind="strong" busy={isPending}>
          {isPending ? ADMIN.saving : SITE_PAGE.save}
        </Button>
        {isChanged ? (
          <Button onClick={clear}>{SITE_PAGE.discard}</Button>
        ) : (
          <p className="muted">{SITE_PAGE.unchanged}</p>
        )}
      </div>
    </form>
  )
}

const Group = ({ title, two = false, children }: { title: string; two?: boolean; children: ReactNode }) => (
  <section className={css.group}>
    <h2>{title}</h2>
    <div className={classNames(css.fields, two && css.two)}>{children}</div>
  </section>
)
