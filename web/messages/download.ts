import type { SiteSettings } from '#contract/site.ts'
import { capitalized, claimedBooks } from './counts.ts'

/** The messages of the download page. */
export const DOWNLOAD = {
  title: ({ siteName }: SiteSettings) => `Download the ${siteName} app`,
  description: ({ bookCount, siteName }: SiteSettings) =>
    `Read ${claimedBooks(bookCount)} on your Android phone. Download the ${siteName} app for free, with guest login, DRM-free books and weekly updates.`,
  heading: 'The whole library, in your pocket.',
  subtitle: ({ bookCount }: SiteSettings) =>
    `${capitalized(claimedBooks(bookCount))} in one small app, with weekly updates. It costs nothing, and shows no advertising.`,
  features: ['Free reading, with or without an account', 'EPUB, MOBI and PDF support', 'DRM-free books, yours to keep'],
  button: 'Download Now',
  buttonForFile: 'Download Now (APK)',
  version: ({ appVersion }: SiteSettings) => `Version ${appVersion}`,
  size: (kilobytes: string) => ` · ${kilobytes} KB`,
  android: 'Android 6.0+ (8.0+ recommended)',
  ios: (date: string) => `iOS version planned for ${date}`,
  playStore: 'Play Store release coming soon',
  otherApps: 'Read on your e-reader or in another app',
  scan: 'Scan to download directly',
  why: 'What the app brings',
  benefits: ({ bookCount }: SiteSettings): Pair[] => [
    ['All books', `${capitalized(claimedBooks(bookCount))} in 25 genres, and new ones every week.`],
    ['One tap away', 'An icon on your home screen, a full screen to read on, and no address to type.'],
    ['No account needed', 'Log in as guest and start reading. If you sign up later, your ratings stay yours.'],
    [
      'Publish from anywhere',
      'Authors upload a Word file, PDF or EPUB from their phone and see how often it is read. Zero fees, full rights.',
    ],
  ],
  how: 'Four steps to your first page',
  steps: ({ appFile }: SiteSettings): Pair[] => [
    ...(appFile ? APK_STEPS : WEB_APP_STEPS),
    ['Create an account or log in as guest', 'Signing up takes a minute; as a guest you can read at once.'],
  ],
  questionsTitle: 'Frequently asked questions',
  questions: ({ appFile, iosDate, siteName }: SiteSettings): Pair[] => [
    [
      'Is the APK safe?',
      appFile
        ? 'Yes. It is the same library that you see here, without advertising or trackers. Download it from this page only; Android warns about every app that does not come from its store.'
        : 'There is no APK file at the moment: your browser installs this site as an app. It is the library that you see here, without advertising or trackers.',
    ],
    ['Which Android version do I need?', 'Android 6.0 or newer. We recommend 8.0 or newer.'],
    [
      'When does the iOS version come?',
      `${iosDate ? `It is planned for ${iosDate}.` : 'There is no date yet.'} Until then you can add this site to your home screen from Safari’s Share menu.`,
    ],
    [
      'How do I publish my book?',
      'Sign up as an author, follow the link in the mail, and upload a Word file, PDF, EPUB or MOBI with a title, a few lines and a genre. It is in the library a minute later, to be read here and downloaded. A MOBI becomes an EPUB here; for a device that needs a MOBI, a program such as Calibre makes one from it.',
    ],
    [
      'Are all eBooks free?',
      `Yes, all eBooks in the library are free. Premium titles from partners may cost a small fee; ${siteName} itself does not allow selling or buying.`,
    ],
  ],
  check: 'For those who check the file',
  checkText: 'Compare these sums with those of the file that you have downloaded.',
  fileSum: 'SHA-256 of the file',
  certificateSum: 'SHA-256 of the certificate that it is signed with',
  closing: 'Your next book is waiting.',
  closingText: 'A minute to install, nothing to pay.',
  help: {
    title: ({ siteName }: SiteSettings) => `Install ${siteName}`,
    text: 'Your browser installs this site from its own menu:',
    ways: [
      ['Chrome or Edge on Android', 'open the menu with the three dots, then Add to Home screen or Install app.'],
      ['Safari on iPhone or iPad', 'press Share, then Add to Home Screen.'],
      ['Firefox on Android', 'open the menu, then Install.'],
      ['Chrome or Edge on a computer', 'press the install icon at the end of the address bar.'],
    ] satisfies Pair[],
    close: 'Close',
  },
} as const

const APK_STEPS: Pair[] = [
  ['Download', 'Press Download Now, or scan the code with your phone’s camera.'],
  ['Enable unknown sources', 'If Android asks, open Settings, Security, and allow your browser to install apps.'],
  ['Install', 'Open the downloaded file and press Install.'],
]

/** Without an APK the browser installs the site. */
const WEB_APP_STEPS: Pair[] = [
  ['Download', 'Press Download Now on your phone. To open this page there, scan the code with its camera.'],
  ['Enable unknown sources', 'You can skip this step: your browser installs the app itself, without a file.'],
  ['Install', 'Confirm in your browser. On an iPhone or iPad press Share, then Add to Home Screen.'],
]

type Pair = [title: string, text: string]
