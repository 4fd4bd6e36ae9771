// Derived from migrations/ by scripts/derive-tables.ts: run it after each new migration.
import type { ColumnType, GeneratedAlways } from 'kysely'

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export interface ApiTokens {
  id: Generated<string>
  userId: string
  name: string
  scopes: string[]
  tokenHash: Buffer
  keyHash: Buffer
  createdAt: Timestamp
  usedAt: Timestamp | null
  network: Generated<string>
}

export interface AppDownloads {
  day: string
  count: number
}

export interface AppFaults {
  id: Generated<boolean>
  fault: string
  failedAt: Generated<Timestamp>
}

export interface AppIcons {
  name: string
  density: string
  png: Buffer
}

export interface AppKeys {
  source: string
  privateKey: Buffer
  keyId: number
  certificate: Buffer
  createdAt: Generated<Timestamp>
}

export interface AppPackages {
  versionCode: number
  madeFrom: string
  packageId: string
  apk: Buffer
  sha256: string
  certificateSha256: string
  madeAt: Generated<Timestamp>
}

export interface AuditLog {
  id: Generated<string>
  adminId: string | null
  adminName: string
  action: string
  subject: string
  subjectName: Generated<string>
  before: unknown | null
  after: unknown | null
  at: Generated<Timestamp>
}

export interface Backups {
  id: GeneratedAlways<number>
  startedAt: Timestamp
  endedAt: Timestamp | null
  snapshot: string | null
  totalRows: number | null
  files: number | null
  bytes: number | null
  isEncrypted: boolean | null
  fault: string | null
  toldAt: Timestamp | null
}

export interface Blocks {
  userId: string
  blockedId: string
  blockedAt: Timestamp
}

export interface BookDays {
  bookId: string
  day: string
  views: Generated<number>
  ratings: Generated<number>
  stars: Generated<number>
  opened: Generated<number>
  readers: Generated<number>
  finished: Generated<number>
  downloads: Generated<number>
  rated: Generated<number>
  ratedStars: Generated<number>
}

export interface BookDigests {
  bookId: string
  version: number
  pdf: string
  contentMd5: string | null
  nameMd5: string | null
  pageCount: number
  spine: Generated<number[]>
  firstPages: Generated<number[]>
  nameMd5s: Generated<string[]>
}

export interface BookRanks {
  bookId: string
  genre: string
  rating: number
  isRated: boolean
  average: number
}

export interface BookReach {
  bookId: string
  lookedAt: Timestamp
  takenAt: Timestamp | null
  furthest: number[] | null
}

export interface BookSearch {
  bookId: string
  titleKey: string
  authorKey: string
  lexemes: string
}

export interface BookSources {
  bookId: string
  month: string
  host: string
  count: number
}

export interface BookTexts {
  id: GeneratedAlways<number>
  bookId: string | null
  pdf: string
  pages: Generated<number>
  textPages: Generated<number>
  characters: Generated<number>
  isRead: Generated<boolean>
  claimedUntil: Generated<Timestamp>
  viewIsMade: Generated<boolean>
  viewClaimedUntil: Generated<Timestamp>
  viewMeasure: unknown | null
  hasView: Generated<boolean>
  accessibilityClaimedUntil: Generated<Timestamp>
  editionVersion: Generated<number>
  editionClaimedUntil: Generated<Timestamp>
  textVersion: Generated<number>
  rereadClaimedUntil: Generated<Timestamp>
  contents: unknown | null
}

export interface BookVersions {
  bookId: string
  number: number
  pdf: string
  pdfName: string
  pdfBytes: number
  format: string
  pageCount: number
  accessibility: unknown | null
  note: string | null
  createdAt: Timestamp
  manuscriptName: string | null
  manuscriptBytes: number | null
}

export interface BookViews {
  bookId: string
  genre: string
  views: number
}

export interface Books {
  id: Generated<string>
  publisherId: string | null
  title: string
  author: string
  caption: string
  genre: string
  cover: string
  coverColor: string
  pdf: string
  pdfName: string
  pdfBytes: number
  pageCount: number
  isPremium: Generated<boolean>
  premiumUntil: Timestamp | null
  isFeatured: Generated<boolean>
  views: Generated<number>
  commentCount: Generated<number>
  ratingCount: Generated<number>
  ratingSum: Generated<number>
  rankedCount: Generated<number>
  rankedSum: Generated<number>
  createdAt: Generated<Timestamp>
  searchText: Generated<string>
  version: Generated<number>
  coverSeed: number | null
  coverMounted: Generated<boolean>
  publisherName: string | null
  featuredAt: Timestamp | null
  isHidden: Generated<boolean>
  commentRule: Generated<string>
  format: Generated<string>
  accessibility: unknown | null
  access: Generated<string[]>
  state: Generated<string>
  publishAt: Timestamp | null
  publishedAt: Timestamp | null
  withdrawnAt: Timestamp | null
  subtitle: string | null
  language: string | null
  year: number | null
  isbn: string | null
  tags: Generated<string[]>
  licence: string | null
  contentNotes: string | null
  age: number | null
  seriesId: string | null
  seriesName: string | null
  seriesNumber: number | null
  facets: Generated<string[]>
  penNameId: string | null
  manuscriptName: string | null
  manuscriptBytes: number | null
  downloads: string | null
  nameWasTold: Generated<boolean>
}

export interface BooksToDigest {
  bookId: string
  changes: Generated<number>
}

export interface CacheBatches {
  slot: number
  version: number
  batch: unknown
}

export interface CacheState {
  id: Generated<boolean>
  version: Generated<number>
}

export interface Chapters {
  id: Generated<string>
  bookId: string
  title: string
  pdf: string | null
  pdfBytes: number | null
  pageCount: number | null
  manuscriptName: string | null
  manuscriptBytes: number | null
  findings: Generated<string[]>
  createdAt: Timestamp
  comingAt: Timestamp | null
  failure: string | null
  version: number | null
  addedAt: Timestamp | null
}

export interface CoAuthors {
  id: Generated<string>
  bookId: string
  place: number
  name: string | null
  userId: string | null
  state: string
  askedAt: Timestamp | null
  answeredAt: Timestamp | null
  isDismissed: Generated<boolean>
}

export interface Comments {
  id: Generated<string>
  bookId: string
  userId: string | null
  text: string
  createdAt: Generated<Timestamp>
  isHidden: Generated<boolean>
  page: number | null
  cfi: string | null
  quote: string | null
  fileVersion: Generated<number>
  isLost: Generated<boolean>
}

export interface CopyrightNotices {
  id: Generated<string>
  caseId: string
  round: number
  work: string
  place: string
  name: string
  email: string
  address: string
  signature: string
  at: Timestamp
  courtWords: string | null
  courtAt: Timestamp | null
  language: string | null
}

export interface CounterNotices {
  id: Generated<string>
  caseId: string
  round: number
  userId: string | null
  words: string
  name: string
  email: string
  address: string
  signature: string
  at: Timestamp
}

export interface Counters {
  name: string
  label: Generated<string>
  change: number
}

export interface DailyTotals {
  day: string
  users: number
  readers: number
  authors: number
  verified: number
  books: number
  premium: number
}

export interface DeviceAddresses {
  userId: string
  address: string | null
  requestedAt: Timestamp
  isConfirmed: Generated<boolean>
  isRefused: Generated<boolean>
  codeHash: Buffer | null
  codeEndsAt: Timestamp | null
  wrongCodes: Generated<number>
  confirmedAt: Timestamp | null
}

export interface DeviceBooks {
  id: Generated<string>
  userId: string
  bookId: string
  askedAt: Timestamp
  state: Generated<string>
  reason: string | null
  endedAt: Timestamp | null
}

export interface DevicePositions {
  userId: string
  bookId: string
  deviceId: string
  deviceName: string
  page: number
  furthest: number
  step: number
  readAt: Timestamp
  cfi: string | null
  quote: string | null
  fileVersion: Generated<number>
  turnedAt: Timestamp | null
}

export interface DismissedBooks {
  userId: string
  bookId: string
  dismissedAt: Timestamp
}

export interface EmailChanges {
  userId: string
  newEmail: string
  sessionId: string | null
  requestedAt: Timestamp
  tokenHash: Buffer | null
  expiresAt: Timestamp
}

export interface FactorChallenges {
  challengeHash: Buffer
  purpose: string
  userId: string | null
  expiresAt: Timestamp
  signIn: unknown | null
}

export interface FactorGuesses {
  userId: string
  since: Timestamp
  count: number
}

export interface FiguresStart {
  day: string
}

export interface FileChecksums {
  name: string
  sums: Buffer
  damagedAt: Timestamp | null
}

export interface FileKeys {
  id: GeneratedAlways<number>
  key: Buffer
  createdAt: Generated<Timestamp>
}

export interface FileScrubs {
  id: Generated<boolean>
  begunAt: Timestamp
  after: string
  endedAt: Timestamp | null
}

export interface Follows {
  id: Generated<string>
  userId: string
  authorId: string | null
  penNameId: string | null
  seriesId: string | null
  bookId: string | null
  genre: string | null
  tag: string | null
  followedAt: Timestamp
}

export interface Hidings {
  id: Generated<string>
  bookId: string | null
  commentId: string | null
  userId: string | null
  byPublisher: Generated<boolean>
  reason: string
  hiddenBy: string | null
  hiddenAt: Generated<Timestamp>
  until: Timestamp | null
  listId: string | null
}

export interface ImportedReaders {
  userId: string
  exportId: string
  name: string
}

export interface Imports {
  id: Generated<string>
  madeAt: Timestamp
  publisherId: string
  name: string
  folder: string | null
  rights: string | null
  drawsCovers: boolean
  addsDuplicates: boolean
  state: string
  stops: Generated<boolean>
  claimedUntil: Generated<Timestamp>
  progress: Generated<unknown>
  failure: string | null
  report: string | null
}

export interface Invitations {
  code: string
  note: string
  madeBy: string | null
  madeAt: Timestamp
  usedBy: string | null
  usedAt: Timestamp | null
}

export interface KepubDigests {
  bookId: string
  contentMd5: string
  epubMd5: string
}

export interface KosyncPlaces {
  userId: string
  document: string
  progress: string
  percentage: number
  device: string
  deviceId: string
  savedAt: Timestamp
  isLate: Generated<boolean>
}

export interface ListBooks {
  listId: string
  bookId: string
  place: number
  addedAt: Timestamp
}

export interface ListFollows {
  userId: string
  listId: string
  followedAt: Timestamp
}

export interface Lists {
  id: Generated<string>
  userId: string
  name: string
  words: Generated<string>
  visibility: string
  isHidden: Generated<boolean>
  createdAt: Timestamp
  changedAt: Timestamp
}

export interface LoginDevices {
  userId: string
  deviceHash: Buffer
  usedAt: Timestamp
}

export interface LoginNetworks {
  userId: string
  networkHash: Buffer
  usedAt: Timestamp
}

export interface MailTokens {
  tokenHash: Buffer
  userId: string
  purpose: string
  expiresAt: Timestamp
}

export interface MarkedBooks {
  userId: string
  bookId: string
  revision: Generated<number>
  title: string
  author: string
}

export interface Marks {
  userId: string
  bookId: string
  id: string
  version: number
  change: string
  revision: number
  content: unknown | null
  changedAt: Timestamp
  madeAt: GeneratedAlways<string | null>
  page: GeneratedAlways<number | null>
  startAt: GeneratedAlways<number | null>
  color: GeneratedAlways<string | null>
  hasNote: GeneratedAlways<boolean | null>
  words: GeneratedAlways<string | null>
}

export interface MissingFiles {
  bookId: string
}

export interface NoticeEvents {
  id: Generated<string>
  kind: string
  bookId: string | null
  commentId: string | null
  caseId: string | null
  round: number | null
  actorId: string | null
  day: string | null
  ratings: number | null
  occurrences: Generated<number>
  at: Timestamp
  audience: Generated<number>
  toldUntil: string | null
  isDone: Generated<boolean>
}

export interface NoticeSettings {
  userId: string
  kind: string
  how: string
}

export interface Notices {
  userId: string
  eventId: string
  kind: string
  readAt: Timestamp | null
  awaitsMail: Generated<boolean>
}

export interface PageEpubDigests {
  bookId: string
  contentMd5: string
  nameMd5s: string[]
  version: number
  pageCount: number
  pageMarks: unknown
  madeAt: Generated<Timestamp>
}

export interface PageEpubs {
  bookId: string
  madeOf: string | null
  key: string | null
  bytes: number | null
  failure: string | null
  claimedUntil: Generated<Timestamp>
}

export interface PageReadings {
  textId: number
  firstPage: number
  pages: unknown
}

export interface PageTexts {
  textId: number
  page: number
  content: string
  words: string
}

export interface Papers {
  bookId: string
  size: string
  opensRight: boolean
  cropMarks: boolean
  isOffered: boolean
  madeOf: string | null
  key: string | null
  bytes: number | null
  pageCount: number | null
  notices: Generated<string[]>
  failure: string | null
  claimedUntil: Generated<Timestamp>
  bleed: Generated<boolean>
}

export interface Passkeys {
  id: Generated<string>
  userId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  createdAt: Timestamp
  usedAt: Timestamp | null
}

export interface PenNames {
  id: Generated<string>
  userId: string
  name: string
  about: string | null
  links: Generated<string[]>
  typedSkeleton: Generated<string>
  lowerSkeleton: Generated<string>
  createdAt: Timestamp
  image: string | null
}

export interface PendingCovers {
  bookId: string
  plain: string
  choice: string
  picture: Buffer | null
  claimedUntil: Generated<Timestamp>
  tries: Generated<number>
}

export interface Ratings {
  bookId: string
  userId: string
  stars: number
  ranked: boolean
  ratedAt: Generated<Timestamp>
  countedOn: string | null
  isHidden: Generated<boolean>
}

export interface ReadComments {
  userId: string
  until: string
}

export interface ReadingDays {
  userId: string
  day: string
  bookId: string
  seconds: number
  pages: number
  isFinished: Generated<boolean>
}

export interface ReadingHistories {
  userId: string
  isKept: Generated<boolean>
  since: Timestamp
  goal: string | null
  goalAmount: number | null
}

export interface ReadingPositions {
  userId: string
  bookId: string
  version: number
  page: number
  deviceId: string
  readAt: Timestamp
}

export interface RecommendationDays {
  day: string
  smallShown: Generated<number>
  otherShown: Generated<number>
  smallClicks: Generated<number>
  otherClicks: Generated<number>
}

export interface RecommendationInfluences {
  version: number
  number: number
  bookId: string
  targets: Buffer
  weights: Buffer
}

export interface RecommendationModels {
  version: number
  trainedAt: Timestamp
  books: number
  ratings: number
  popular: Buffer
  popularity: Buffer
  littleSeen: Generated<Buffer>
}

export interface RecoveryCodes {
  userId: string
  codeHash: Buffer
}

export interface RefusedComments {
  userId: string
  at: Timestamp
}

export interface ReplacedFiles {
  bookId: string
  textId: number
  pageCount: number
  replacedAt: Timestamp
  version: number
  isCarried: Generated<boolean>
  commentsAreCarried: Generated<boolean>
}

export interface ReportAnswers {
  id: Generated<string>
  caseId: string
  round: number
  side: string
  userId: string | null
  words: string
  at: Timestamp
}

export interface ReportCases {
  id: Generated<string>
  kind: string
  subjectId: string
  subjectName: string
  bookId: string | null
  ownerId: string | null
  ownerName: string | null
  isOpen: Generated<boolean>
  round: Generated<number>
  version: Generated<number>
  reportCount: Generated<number>
  hasAnswer: Generated<boolean>
  hasNotice: Generated<boolean>
  outcome: string | null
  returnsAt: Timestamp | null
  firstAt: Timestamp
  changedAt: Timestamp
}

export interface ReportDecisions {
  id: Generated<string>
  caseId: string
  round: number
  decision: string
  reason: string
  words: Generated<string>
  until: Timestamp | null
  decidedBy: string | null
  decidedByName: string | null
  at: Timestamp
  hasMails: Generated<boolean>
}

export interface ReportEvidence {
  id: Generated<string>
  caseId: string
  fingerprint: string
  words: unknown
  cover: Buffer | null
  page: Buffer | null
  pageNumber: number | null
  takenAt: Timestamp
}

export interface ReportKeys {
  id: Generated<boolean>
  key: Buffer
}

export interface ReportTotals {
  month: string
  reason: string
  event: string
  count: number
}

export interface Reports {
  id: Generated<string>
  caseId: string
  round: number
  reporterId: string | null
  rule: string | null
  reason: string
  words: Generated<string>
  evidenceId: string | null
  at: Timestamp
  page: number | null
  cfi: string | null
  quote: string | null
}

export interface RightsDeclarations {
  bookId: string
  sha256: Buffer
  rights: string
  declaredAt: Timestamp
  declaredBy: string | null
}

export interface SameFiles {
  bookId: string
  otherId: string
  isReported: Generated<boolean>
}

export interface SearchWords {
  word: string
  books: number
  deletions: string[]
}

export interface SecurityEvents {
  id: Generated<string>
  userId: string | null
  kind: string
  at: Generated<Timestamp>
  device: Generated<string>
  network: Generated<string>
  count: Generated<number>
  period: Timestamp | null
}

export interface Sessions {
  id: Generated<string>
  tokenHash: Buffer
  userId: string
  userAgent: Generated<string>
  createdAt: Timestamp
  usedAt: Timestamp
  confirmedAt: Generated<Timestamp>
  hasShownFactor: Generated<boolean>
  network: Generated<string>
}

export interface SharedRates {
  key: Buffer
  count: number
  endsAt: Timestamp
}

export interface ShelvedBooks {
  userId: string
  bookId: string
  isWanted: Generated<boolean>
  wantChangedAt: Timestamp | null
  place: Generated<number>
  finishedAt: Timestamp | null
  finishChangedAt: Timestamp | null
}

export interface SignInAttempts {
  stateHash: Buffer
  secretHash: Buffer
  provider: string
  purpose: string
  nonce: string
  verifier: string
  next: string | null
  sessionId: string | null
  expiresAt: Timestamp
}

export interface SignInIdentities {
  issuer: string
  subject: string
  userId: string
  linkedAt: Timestamp
  usedAt: Timestamp | null
}

export interface SignInProviders {
  id: string
  settings: unknown
  secret: Buffer | null
  keyId: number | null
  addedAt: Timestamp
}

export interface SignInSessions {
  sessionId: string
  provider: string
  issuer: string
  subject: string
  sid: string | null
  logOutHint: string | null
}

export interface SignInTickets {
  id: Generated<string>
  ticketHash: Buffer
  provider: string
  identity: unknown
  next: string | null
  signUp: unknown | null
  mailHash: Buffer | null
  expiresAt: Timestamp
}

export interface SiteSettings {
  name: string
  value: unknown
  changedAt: Generated<Timestamp>
}

export interface TextViewParts {
  textId: number
  firstPage: number
  blocks: unknown
}

export interface TopRatedDays {
  day: string
  bookId: string
  place: number
}

export interface TopRatedRecords {
  day: string
}

export interface TotpFactors {
  userId: string
  keyId: number
  secret: Buffer
  confirmedAt: Timestamp | null
  lastStep: Generated<number>
}

export interface UnsubscribeKeys {
  id: Generated<boolean>
  key: Buffer
}

export interface UsedLogoutTokens {
  issuer: string
  tokenHash: Buffer
  expiresAt: Timestamp
}

export interface Users {
  id: Generated<string>
  username: string
  email: string | null
  passwordHash: string | null
  userType: Generated<string>
  verified: Generated<boolean>
  guest: Generated<boolean>
  guestId: string | null
  sex: string | null
  profileImage: string | null
  weeklyMail: Generated<boolean>
  weeklyEdition: Timestamp | null
  createdAt: Generated<Timestamp>
  version: Generated<number>
  typedSkeleton: string | null
  lowerSkeleton: string | null
  suspendedAt: Timestamp | null
  suspendedUntil: Timestamp | null
  suspensionReason: string | null
  hasWeight: Generated<boolean>
  emailUnconfirmed: Generated<boolean>
  about: string | null
  links: Generated<string[]>
  language: string | null
  ratingsAreHidden: Generated<boolean>
}

export interface WebhookDeliveries {
  id: Generated<string>
  webhookId: string
  event: string
  data: unknown
  queuedAt: Timestamp
  state: Generated<string>
  attempts: Generated<number>
  triedAt: Timestamp | null
  status: number | null
  error: string | null
}

export interface Webhooks {
  id: Generated<string>
  url: string
  secret: string
  events: string[]
  isActive: Generated<boolean>
  madeAt: Timestamp
}

export interface Tables {
  apiTokens: ApiTokens
  appDownloads: AppDownloads
  appFaults: AppFaults
  appIcons: AppIcons
  appKeys: AppKeys
  appPackages: AppPackages
  auditLog: AuditLog
  backups: Backups
  blocks: Blocks
  bookDays: BookDays
  bookDigests: BookDigests
  bookRanks: BookRanks
  bookReach: BookReach
  bookSearch: BookSearch
  bookSources: BookSources
  bookTexts: BookTexts
  bookVersions: BookVersions
  bookViews: BookViews
  books: Books
  booksToDigest: BooksToDigest
  cacheBatches: CacheBatches
  cacheState: CacheState
  chapters: Chapters
  coAuthors: CoAuthors
  comments: Comments
  copyrightNotices: CopyrightNotices
  counterNotices: CounterNotices
  counters: Counters
  dailyTotals: DailyTotals
  deviceAddresses: DeviceAddresses
  deviceBooks: DeviceBooks
  devicePositions: DevicePositions
  dismissedBooks: DismissedBooks
  emailChanges: EmailChanges
  factorChallenges: FactorChallenges
  factorGuesses: FactorGuesses
  figuresStart: FiguresStart
  fileChecksums: FileChecksums
  fileKeys: FileKeys
  fileScrubs: FileScrubs
  follows: Follows
  hidings: Hidings
  importedReaders: ImportedReaders
  imports: Imports
  invitations: Invitations
  kepubDigests: KepubDigests
  kosyncPlaces: KosyncPlaces
  listBooks: ListBooks
  listFollows: ListFollows
  lists: Lists
  loginDevices: LoginDevices
  loginNetworks: LoginNetworks
  mailTokens: MailTokens
  markedBooks: MarkedBooks
  marks: Marks
  missingFiles: MissingFiles
  noticeEvents: NoticeEvents
  noticeSettings: NoticeSettings
  notices: Notices
  pageEpubDigests: PageEpubDigests
  pageEpubs: PageEpubs
  pageReadings: PageReadings
  pageTexts: PageTexts
  papers: Papers
  passkeys: Passkeys
  penNames: PenNames
  pendingCovers: PendingCovers
  ratings: Ratings
  readComments: ReadComments
  readingDays: ReadingDays
  readingHistories: ReadingHistories
  readingPositions: ReadingPositions
  recommendationDays: RecommendationDays
  recommendationInfluences: RecommendationInfluences
  recommendationModels: RecommendationModels
  recoveryCodes: RecoveryCodes
  refusedComments: RefusedComments
  replacedFiles: ReplacedFiles
  reportAnswers: ReportAnswers
  reportCases: ReportCases
  reportDecisions: ReportDecisions
  reportEvidence: ReportEvidence
  reportKeys: ReportKeys
  reportTotals: ReportTotals
  reports: Reports
  rightsDeclarations: RightsDeclarations
  sameFiles: SameFiles
  searchWords: SearchWords
  securityEvents: SecurityEvents
  sessions: Sessions
  sharedRates: SharedRates
  shelvedBooks: ShelvedBooks
  signInAttempts: SignInAttempts
  signInIdentities: SignInIdentities
  signInProviders: SignInProviders
  signInSessions: SignInSessions
  signInTickets: SignInTickets
  siteSettings: SiteSettings
  textViewParts: TextViewParts
  topRatedDays: TopRatedDays
  topRatedRecords: TopRatedRecords
  totpFactors: TotpFactors
  unsubscribeKeys: UnsubscribeKeys
  usedLogoutTokens: UsedLogoutTokens
  users: Users
  webhookDeliveries: WebhookDeliveries
  webhooks: Webhooks
}
