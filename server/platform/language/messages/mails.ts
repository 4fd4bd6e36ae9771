/** What mails say. `before` stands before the link of a mail, `after` after it. */

export const FRAME = {
  greeting: ({ name }: { name: string }) => `Hello ${name},`,
  greetingToAnyone: 'Hello,',
  button: 'Open the page',
}

const NOTHING_ELSE = 'You need to do nothing else.'
const IF_IT_WAS_YOU = 'If it was you, there is nothing to do.'

export const VERIFICATION = {
  subject: ({ siteName }: { siteName: string }) => `Verify your email for ${siteName}`,
  before: 'Please open this page and press the button to verify your email:',
  after: ({ hours }: { hours: number }) =>
    `The link works for ${hours} hours and only once. If you did not sign up, you can ignore this mail.`,
  beforeIfChanged:
    'An administrator has changed the email of your account to this address. Please open this page and press the button to verify it, before you log in with it:',
  afterIfChanged: ({ hours }: { hours: number }) =>
    `The link works for ${hours} hours and only once. If you have no account here, you can ignore this mail.`,
}

export const RESET = {
  subject: ({ siteName }: { siteName: string }) => `Choose a new password for ${siteName}`,
  before: 'Open this page to choose a new password:',
  after:
    'The link works for one hour and only once. If you did not ask for it, you can ignore this mail: nothing has changed.',
}

export const EMAIL_CHANGE = {
  subject: ({ siteName }: { siteName: string }) => `Confirm your new email for ${siteName}`,
  before: 'Please open this page and press the button to make this the email of your account:',
  after: ({ hours }: { hours: number }) =>
    `The link works for ${hours} hours and only once. If you did not ask for it, you can ignore this mail: nothing has changed.`,
}

/** To the address that an account has or had before. */
export const EMAIL_NOTICES = {
  request: {
    subject: ({ siteName }: { siteName: string }) => `A new email for your ${siteName} account`,
    before:
      'Somebody who is logged in to your account and knows its password wants to change its email. This address stays in use until the new one is confirmed. If this was not you, cancel the change and choose a new password here:',
    after: 'If it was you, there is nothing to do here: open the link that we have sent to the new address.',
  },
  change: {
    subject: ({ siteName }: { siteName: string }) => `The email of your ${siteName} account was changed`,
    before: 'Your account has another email now, with which you log in here:',
    after: 'This address is no longer used. If it was not you who changed it, please contact us at once.',
  },
}

export const ADDRESS_NOTICE = {
  subject: 'The email address of your account was changed',
  before:
    'An administrator has changed the email address of your account. We have sent a link to the new one: open it, and then log in here with the new address:',
  after: 'If you did not ask for this, contact the administrators of this library.',
}

export const NEW_DEVICE = {
  subject: ({ siteName }: { siteName: string }) => `New login to your ${siteName} account`,
  /** `place` is a device and a network. */
  before: ({ place, time }: { place: string; time: string }) =>
    `Somebody has logged in to your account on a device that was not used before: ${place}, on ${time} (UTC). If this was not you, end the session and change your password here:`,
  after: IF_IT_WAS_YOU,
  unknownDevice: 'an unknown device',
  onSystem: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
  inNetwork: ({ device, network }: { device: string; network: string }) => `${device}, network ${network}`,
}

export const NEW_TOKEN = {
  subject: ({ siteName }: { siteName: string }) => `New token for your ${siteName} account`,
  before: ({ name, network }: { name: string; network: string }) =>
    `A token with the name '${name}' was made for your account${network === '' ? '' : ` from the network ${network}`}: anyone who has the token can use the account within its scopes. If this was not you, revoke it and change your password here:`,
  after: IF_IT_WAS_YOU,
}

/** To an address that somebody has entered for a device, such as a Kindle. */
export const DEVICE_CODE = {
  subject: ({ siteName }: { siteName: string }) => `A code for your device, from ${siteName}`,
  /** Also the title of the small book in the mail: a device shows its beginning. */
  title: ({ code }: { code: string }) => `Code ${code}`,
  before: ({ siteName }: { siteName: string }) =>
    `Somebody with an account at ${siteName} wants to have books sent to this address. If this was you, enter the code on your profile there.`,
  after: ({ hours }: { hours: number }) =>
    `The code works for ${hours} hours. If this was not you, do nothing: no books are sent here.`,
}

export const DEVICE_BOOK = {
  subject: ({ title, siteName }: { title: string; siteName: string }) => `“${title}”, from ${siteName}`,
  before: ({ title }: { title: string }) =>
    `the book “${title}” is attached, as you asked. On this page you can remove the address of your device:`,
  after: NOTHING_ELSE,
}

export const PASSWORD_CHANGED = {
  subject: ({ siteName }: { siteName: string }) => `Your ${siteName} password was changed`,
  before: 'The password of your account has just been changed. If this was not you, choose a new one here at once:',
  after: 'If it was you, there is nothing to do. All other sessions of your account have ended.',
}

export const FACTORS_REMOVED = {
  subject: ({ siteName }: { siteName: string }) => `Your second factors at ${siteName} were removed`,
  before:
    'An administrator has removed the authenticator app, the passkeys and the recovery codes of your account. From now on your password alone is enough. Log in and set up a new second factor here:',
  after:
    'All sessions of your account have ended. If you did not ask for this, choose a new password at once and contact the administrators of this library.',
}

export const SIGN_IN = {
  subject: ({ siteName }: { siteName: string }) => `Confirm your log-in at ${siteName}`,
  beforeSignUp: 'Open this page, in the browser in which you have signed up, to confirm your address and to begin:',
  beforeLogIn:
    'Somebody has logged in at a provider with your address, and wants to use your account with it. If this was you, open this page in the same browser:',
  after:
    'The link works for one hour, only once, and in that browser alone. If this was not you, ignore this mail: nothing has changed.',
}

/** `name` is that of a provider of log-ins. */
export const PROVIDER = {
  linked: {
    subject: ({ name, siteName }: { name: string; siteName: string }) =>
      `${name} is linked to your ${siteName} account`,
    before: ({ name }: { name: string }) =>
      `From now on you can log in to your account with ${name}. If this was not you, remove the link and change your password here:`,
    after: IF_IT_WAS_YOU,
  },
  unlinked: {
    subject: ({ name, siteName }: { name: string; siteName: string }) =>
      `${name} is no longer linked to your ${siteName} account`,
    before: ({ name }: { name: string }) =>
      `You can no longer log in to your account with ${name}. If this was not you, change your password here:`,
    after: IF_IT_WAS_YOU,
  },
}

export const LOGIN_ALARM = {
  subject: ({ siteName }: { siteName: string }) => `Many wrong passwords at ${siteName}`,
  before:
    'somebody is trying many passwords to get into accounts of this library. Further tries are slowed down, and the owners can still log in from where they usually do. Check the list of users here:',
  after:
    'Make sure that your own password is long and used nowhere else. The log of the server has a line for each account. The next mail of this kind comes in an hour at the earliest.',
}

export const BACKUP_ALARM = {
  subject: ({ siteName }: { siteName: string }) => `Something is wrong with the backups of ${siteName}`,
  /** `fault` and `last` are sentences of these texts. */
  before: ({ place, fault, last }: { place: string; fault: string; last: string }) =>
    `something is wrong with the backups of this library in ${place}. ${fault} ${last} The dashboard shows whether a later one has succeeded:`,
  after:
    'Backups are tried again every hour. “npm run quillhouse -- doctor” on the server shows whether the place can be written to. The next mail of this kind comes in a day at the earliest.',
  last: ({ time }: { time: string }) => `The last whole backup is of ${time}.`,
  noneYet: 'There is no whole backup yet.',
  fault: ({ time, words }: { time: string; words: string }) => `The backup of ${time} says: ${words}`,
  late: 'No backup was made in time.',
}

export const SUSPENSION = {
  suspended: {
    subject: 'Your account is suspended',
    /** `end` is a sentence of these texts. */
    before: ({ siteName, reason, end }: { siteName: string; reason: string; end: string }) =>
      `your account at ${siteName} is suspended. The reason: ${reason}\n\n${end}`,
    until: ({ date }: { date: string }) => `You can log in again after ${date}, here:`,
    forever: 'There is no date at which this ends. This is the page where you would log in:',
    after: ({ link }: { link: string }) =>
      `Your account was not deleted. If you think that this is a mistake, you can answer once, here: ${link}`,
  },
  ended: {
    subject: 'Your account is open again',
    before: ({ siteName }: { siteName: string }) =>
      `the suspension of your account at ${siteName} is over. You can log in again here:`,
    after: NOTHING_ELSE,
  },
}

/** By what was hidden. */
export const HIDDEN = {
  book: {
    subject: 'Your book is hidden',
    before: ({ siteName, title, reason }: { siteName: string; title: string; reason: string }) =>
      `the moderators of ${siteName} have hidden your book “${title}”. The reason: ${reason}`,
    effect: 'Others no longer find or open it. You still see it among your own books, and can export it.',
  },
  comment: {
    subject: 'Your comment is hidden',
    before: ({ siteName, title, reason }: { siteName: string; title: string; reason: string }) =>
      `the moderators of ${siteName} have hidden your comment on “${title}”. The reason: ${reason}`,
    effect: 'Others no longer see it.',
  },
  list: {
    subject: 'Your list is hidden',
    before: ({ siteName, title, reason }: { siteName: string; title: string; reason: string }) =>
      `the moderators of ${siteName} have hidden your list “${title}”. The reason: ${reason}`,
    effect: 'Others no longer see it.',
  },
  person: {
    subject: 'Your books and comments are hidden',
    before: ({ siteName, reason }: { siteName: string; reason: string }) =>
      `the moderators of ${siteName} have hidden all your books, comments and lists. The reason: ${reason}`,
    effect: 'Others no longer see them, nor what you publish and write until then.',
  },
}

export const HIDING = {
  until: ({ date }: { date: string }) => `It is shown again after ${date}.`,
  forever: 'There is no date at which this ends.',
  stillFound: 'You still find it here:',
  after: 'Nothing was deleted. If you think that this is a mistake, you can answer once, on that page.',
  afterShown: 'You need to do nothing.',
}

/** By what is shown again. */
export const SHOWN_AGAIN = {
  book: {
    subject: 'Your book is shown again',
    before: ({ title }: { title: string }) => `everyone sees your book “${title}” again. You find it here:`,
  },
  comment: {
    subject: 'Your comment is shown again',
    before: ({ title }: { title: string }) => `everyone sees your comment on “${title}” again. You find it here:`,
  },
  list: {
    subject: 'Your list is shown again',
    before: ({ title }: { title: string }) => `everyone sees your list “${title}” again. You find it here:`,
  },
  person: {
    subject: 'Your books and comments are shown again',
    before: 'everyone sees all your books, comments and lists again. You find it here:',
  },
}

export const PREMIUM = {
  subject: ({ title }: { title: string }) => `Your book “${title}” is premium now`,
  before: ({ siteName, title }: { siteName: string; title: string }) =>
    `the moderators of ${siteName} have moved your book “${title}” to premium. You find it here:`,
  beforeUntil: ({ siteName, title, date }: { siteName: string; title: string; date: string }) =>
    `the moderators of ${siteName} have moved your book “${title}” to premium. It stays there until ${date}. You find it here:`,
  after: 'You need to do nothing. Ratings and comments stay as they are.',
}

/** `what` names what was reported, such as ‘the book “Emma”’; `outcome` what came of it. */
export const REPORTS = {
  what: {
    book: ({ name }: { name: string }) => `the book “${name}”`,
    comment: ({ name }: { name: string }) => `a comment on “${name}”`,
    list: ({ name }: { name: string }) => `the list “${name}”`,
  },
  outcomes: {
    hidden: 'hidden',
    suspended: 'suspended',
    dismissed: 'nothing was hidden',
    restored: 'shown again',
  },
  noOutcome: 'nothing yet',
  decided: {
    subject: ({ what }: { what: string }) => `Your report of ${what}`,
    before: ({ siteName, what, outcome }: { siteName: string; what: string; outcome: string }) =>
      `the moderators of ${siteName} have looked at your report of ${what}. What came of it: ${outcome}.`,
    after: 'If you think that this is a mistake, you can answer once, on that page.',
  },
  upheld: {
    subject: ({ what }: { what: string }) => `Your answer about ${what}`,
    before: ({ siteName, what, outcome }: { siteName: string; what: string; outcome: string }) =>
      `the moderators of ${siteName} have read your answer about ${what}. It stays as it is: ${outcome}.`,
    after: NOTHING_ELSE,
  },
  notice: {
    subject: ({ what }: { what: string }) => `A notice of copyright about ${what}`,
    before: ({ what }: { what: string }) =>
      `somebody says that ${what} copies a work without permission. The book is hidden until this is settled. On this page you see who says so, and can send a counter-notice if it is a mistake:`,
    after:
      'A counter-notice is passed on to that person with your name and address. If that person does not go to court, the book returns by itself.',
  },
  countered: {
    subject: ({ what }: { what: string }) => `Your counter-notice about ${what}`,
    before: 'your counter-notice was passed on to the person who sent the notice of copyright.',
    returns: ({ what, date }: { what: string; date: string }) =>
      `If that person does not go to court, ${what} is shown again on ${date}.`,
    after: NOTHING_ELSE,
  },
  court: {
    subject: ({ what }: { what: string }) => `${what} stays hidden`,
    before: ({ what }: { what: string }) =>
      `the person who sent the notice of copyright about ${what} has gone to court, and says so to us. The book stays hidden until the moderators have looked at it.`,
    after: NOTHING_ELSE,
  },
}

/** To those who sent a notice of copyright. */
export const CLAIMS = {
  subject: ({ what }: { what: string }) => `Your notice of copyright about ${what}`,
  after: 'Reply to this mail if you have a question.',
  received: ({ siteName, what }: { siteName: string; what: string }) =>
    `we have your notice of copyright about ${what}. The moderators of ${siteName} look at it, and we write to you when they have decided. You find it here:`,
  decided: ({ siteName, outcome }: { siteName: string; outcome: string }) =>
    `the moderators of ${siteName} have looked at your notice. What came of it: ${outcome}.`,
  counteredSubject: ({ what }: { what: string }) => `A counter-notice about ${what}`,
  countered: ({ what }: { what: string }) =>
    `the author has answered your notice of copyright about ${what} with a counter-notice, which you can read on this page.`,
  returns: ({ date }: { date: string }) =>
    `The book is shown again on ${date}, unless you tell us on that page before then that you have gone to court:`,
}

/** What a mail says of a notice; `book` is a title in quotation marks. */
export const NOTICES = {
  author: ({ author, book }: { author: string; book: string }) => `${author} has published ${book}.`,
  series: ({ book }: { book: string }) => `A series that you follow has a new book: ${book}.`,
  tag: ({ book }: { book: string }) => `A new book has a tag that you follow: ${book}.`,
  genre: ({ book }: { book: string }) => `A genre that you follow has a new book: ${book}.`,
  version: ({ book }: { book: string }) => `There is a new version of ${book}.`,
  versionWith: ({ book, words }: { book: string; words: string }) => `There is a new version of ${book}: ${words}`,
  reply: ({ by, book }: { by: string; book: string }) => `${by} has written after your comment on ${book}.`,
  somebody: 'Somebody',
  report: 'Moderators have decided on your report.',
  rated: ({ count, shown, book }: { count: number; shown: string; book: string }) =>
    count === 1 ? `One new rating of your book ${book}.` : `${shown} new ratings of your book ${book}.`,
  commented: ({ count, shown, book }: { count: number; shown: string; book: string }) =>
    count === 1 ? `One new comment on your book ${book}.` : `${shown} new comments on your book ${book}.`,
  premium: ({ book }: { book: string }) => `Your book ${book} is premium now.`,
  quoted: ({ title }: { title: string }) => `“${title}”`,
}

export const NOTICE_MAIL = {
  subject: ({ count }: { count: number }) => `${count} new notices`,
  all: 'All your notices',
  allAt: ({ link }: { link: string }) => `All your notices:\n${link}`,
  /** By kind: what no more mails come of. */
  stop: {
    author: 'No more mails about new books of authors that you follow',
    series: 'No more mails about new books in series that you follow',
    tag: 'No more mails about new books with tags that you follow',
    genre: 'No more mails about new books in genres that you follow',
    version: 'No more mails about new versions of books',
    reply: 'No more mails about replies to your comments',
    report: 'No more mails about your reports',
    rated: 'No more mails about ratings of your books',
    commented: 'No more mails about comments on your books',
    premium: 'No more mails about premium books of yours',
  },
  stopAt: {
    author: 'To get no more mails about new books of authors that you follow, open this page and press the button:',
    series: 'To get no more mails about new books in series that you follow, open this page and press the button:',
    tag: 'To get no more mails about new books with tags that you follow, open this page and press the button:',
    genre: 'To get no more mails about new books in genres that you follow, open this page and press the button:',
    version: 'To get no more mails about new versions of books, open this page and press the button:',
    reply: 'To get no more mails about replies to your comments, open this page and press the button:',
    report: 'To get no more mails about your reports, open this page and press the button:',
    rated: 'To get no more mails about ratings of your books, open this page and press the button:',
    commented: 'To get no more mails about comments on your books, open this page and press the button:',
    premium: 'To get no more mails about premium books of yours, open this page and press the button:',
  },
}

export const WEEKLY = {
  subject: 'New on the shelf this week',
  fresh: 'New this week',
  loved: 'Most loved',
  notices: 'What you follow, and your books',
  why: 'You get this mail because you asked for it on your profile. To stop it, open this page and press the button:',
  book: ({ title, author }: { title: string; author: string }) => `${title}, by ${author}`,
}
