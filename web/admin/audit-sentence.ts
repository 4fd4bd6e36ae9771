import type { AuditEntry } from '#contract/admin.ts'
import { DETAIL_FIELDS } from '#contract/shapes/detail-fields.ts'
import { pick } from '#contract/shapes/record-of.ts'
import type { SiteTextName } from '#contract/values/site.ts'
import { genreName } from '#web/language/genre-name.ts'
import { languageName } from '#web/language/language-name.ts'
import { megabytes } from '#web/messages/counts.ts'
import { SITE_PAGE } from '#web/messages/admin-site.ts'
import { USERS } from '#web/messages/admin-users.ts'
import { DETAILS, DOWNLOAD_NAMES, LICENCE_NAMES } from '#web/messages/book-details.ts'
import { LOG, LOG_ACTIONS, LOG_FIELDS, LOG_PHRASES } from '#web/messages/audit-log.ts'
import { RIGHTS } from '#web/messages/rights.ts'
import { SIGNS } from '#web/messages/signs.ts'
import { formatTime } from '#web/ui/format-time.ts'
import { FIELD_NAMES } from './site-fields.ts'

type Changes = AuditEntry['changes']

interface Sentence {
  /** What was done, up to the name of what it was done to. */
  before: string
  /** The rest, after the name. */
  after: string
  name: string
}

/** What an administrator did, as a sentence that begins with their name. */
export const sentenceOf = (entry: AuditEntry): Sentence => {
  const phrase = phraseOf(entry)
  // The first: a new title may have one too.
  const [before = ''] = phrase.split('…', 1)
  const after = phrase.slice(before.length + 1)
  // These phrases name the text themselves.
  return { before: before.trim(), after: after.trim(), name: entry.kind === 'text' ? '' : entry.name }
}

/** `about`, or `about de` for the text in one language. */
const textName = (name: string) => {
  const [page = '', language] = name.split(' ')
  const text = SITE_PAGE.text[page as SiteTextName] ?? page
  return language === undefined ? text : SITE_PAGE.textIn(text, languageName(language))
}

const phraseOf = ({ action, name, changes }: AuditEntry): string => {
  const [only] = changes
  const isAlone = changes.length === 1
  const to = (field: string) => changes.find((change) => change.field === field)?.after
  const has = (field: string) => changes.some((change) => change.field === field)
  switch (action) {
    case 'set featured':
      if (!has('isFeatured')) return LOG_PHRASES.unchanged
      return to('isFeatured') === 'true' ? LOG_PHRASES.featured : LOG_PHRASES.unfeatured
    case 'set premium':
      if (!has('isPremium')) return only ? LOG_PHRASES.premiumEnd : LOG_PHRASES.unchanged
      return to('isPremium') === 'true' ? LOG_PHRASES.premium : LOG_PHRASES.free
    case 'change book':
      if (isAlone && only?.field === 'title') return LOG_PHRASES.renamed(only.after ?? '')
      return isAlone && only && only.field in LOG_FIELDS
        ? LOG_PHRASES.field(LOG_FIELDS[only.field as keyof typeof LOG_FIELDS])
        : LOG_PHRASES.bookEdited
    case 'change user':
      return isAlone && only ? userPhrase(only) : LOG_PHRASES.userChanged
    case 'change site settings':
      if (!only) return LOG_PHRASES.settingsConfirmed
      return isAlone ? LOG_PHRASES.setting(fieldName(only.field)) : LOG_PHRASES.settings
    case 'change text': {
      const text = textName(name)
      return only && only.after === null ? LOG_PHRASES.textRestored(text) : LOG_PHRASES.text(text)
    }
    case 'make invitation':
      return has('count') ? LOG_PHRASES.invitedMany : LOG_PHRASES.invited
    default:
      return LOG_ACTIONS[action] ?? `${action} …`
  }
}

const userPhrase = ({ field, after }: Changes[number]) => {
  if (field === 'username') return LOG_PHRASES.renamed(after ?? '')
  if (field === 'email') return LOG_PHRASES.address
  return LOG_PHRASES.madeUser(LOG.userTypes[after ?? ''] ?? '')
}

/** The changes that the sentence does not say already, in words. Of what was deleted there is only what it was. */
export const wordsOf = ({ action, changes }: AuditEntry) =>
  changes
    .map((change) => (/^(?:delete|withdraw)/.test(action) ? { ...change, before: null, after: change.before } : change))
    .filter(({ field }) => !(action === 'set featured' || (action === 'set premium' && field === 'isPremium')))
    .map(({ field, before, after }) =>
      field === 'cover'
        ? { name: fieldName(field), before: null, after: LOG.replaced }
        : { name: fieldName(field), before: valueOf(field, before), after: valueOf(field, after) },
    )

const NAMES: Readonly<Record<string, string>> = { ...FIELD_NAMES, ...pick(DETAILS, DETAIL_FIELDS), ...LOG.fields }

const fieldName = (field: string) => NAMES[field] ?? field

const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  userType: USERS.types,
  libraryAccess: SITE_PAGE.accessLevels,
  registration: SITE_PAGE.registrations,
  visitorAge: SITE_PAGE.visitorAges,
  licence: LICENCE_NAMES,
  downloads: DOWNLOAD_NAMES,
  secondFactor: SITE_PAGE.secondFactors,
  signIn: SITE_PAGE.signInRules,
  smallAuthorsPlace: SITE_PAGE.smallAuthorsPlaces,
  remakeEditions: SITE_PAGE.remakeEditionsChoices,
  deviceMail: SITE_PAGE.deviceMailChoices,
  makeApp: SITE_PAGE.makeAppChoices,
  rights: RIGHTS.choices,
  isPremium: { true: LOG.yes, false: LOG.no },
  isFeatured: { true: LOG.yes, false: LOG.no },
  isActive: { true: LOG.yes, false: LOG.no },
}

const valueOf = (field: string, value: string | null): string | null => {
  if (value === null) return null
  if (field === 'premiumDisplayUntil' || field === 'until') return formatTime(value)
  if (field === 'genre') return genreName(value)
  if (field === 'language' || field === 'languages') return value.split(', ').map(languageName).join(SIGNS.comma)
  if (field === 'pdfBytes') return LOG.megabytes(megabytes(Number(value)))
  return CHOICES[field]?.[value] ?? value
}
