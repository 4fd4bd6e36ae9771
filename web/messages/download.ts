import type { SiteSettings } from '#contract/site.ts'

/** The messages of the download page. */
export const DOWNLOAD = {
  title: ({ siteName }: SiteSettings) => `Download the ${siteName} app`,
  description: ({ bookCount, siteName }: SiteSettings) =>
    `Read ${bookCount} free eBooks on your Android phone. Download the ${siteName} app for free, with guest login, DRM-free books and weekly updates.`,
  heading: 'The whole library, in your pocket.',
  subtitle: ({ bookCount }: SiteSettings) =>
    `${bookCount} free eBooks in one small app, with weekly updates. It costs nothing, and shows no advertising.`,
  features: ['Free reading, with or without an account', 'EPUB, MOBI and PDF support', 'DRM-free books, yours to keep'],
  button: 'Download Now',
  buttonForFile: 'Download Now (APK)',
  version: ({ appVersion }: SiteSettings) => `Version ${appVersion}`,
  platforms: ({ iosDate }: SiteSettings) => [
    'Android 6.0+ (8.0+ recommended)',
    `iOS version planned for ${iosDate}`,
    'Play Store release coming soon',
  ],
  scan: 'Scan to download directly',
  why: 'What the app brings',
  benefits: ({ bookCount }: SiteSettings): Pair[] => [
    ['All books', `${bookCount} free eBooks in 25 genres, and new ones every week.`],
    ['One press away', 'An icon on your home screen, a full screen to read on, and no address to type.'],
    ['No account needed', 'Log in as guest and begin. Sign up later, and what you rated stays yours.'],
    ['Publish from anywhere', 'Authors send a PDF from the phone and see how it is read. Zero fees, full rights.'],
  ],
  how: 'Four steps to your first page',
  steps: [
    ['Download', 'Press Download Now, or scan the code with your phone’s camera.'],
    ['Enable unknown sources', 'If Android asks, open Settings, Security, and allow your browser to install apps.'],
    ['Install', 'Open the file from your downloads and press Install.'],
    ['Create an account or log in as guest', 'Signing up takes a minute; as a guest you read at once.'],
  ] satisfies Pair[],
  questionsTitle: 'Frequently asked questions',
  questions: ({ iosDate, siteName }: SiteSettings): Pair[] => [
    [
      'Is the APK safe?',
      'Yes. It is the same library that you see here, without advertising and without trackers. Take it from this page alone; Android warns of every app that is not from its store.',
    ],
    ['Which Android version do I need?', 'Android 6.0 or newer. We recommend 8.0 or newer.'],
    [
      'When does the iOS version come?',
      `It is planned for ${iosDate}. Until then you can add this site to your home screen from Safari’s Share menu.`,
    ],
    [
      'How do I publish my book?',
      'Sign up as an author, follow the link in the mail, and upload a PDF with a title, a few lines and a genre. It is in the library a minute later.',
    ],
    [
      'Are all eBooks free?',
      `Yes, all eBooks in the library are free. Premium titles from partners may cost a small fee; ${siteName} itself does not allow selling or buying.`,
    ],
  ],
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

type Pair = [title: string, text: string]
