import { COPYRIGHT_PAGE } from '#contract/values/reports.ts'
import type { DefaultText } from './default-text.ts'

/** The default text of the terms. */
export const TERMS = (siteName: string): DefaultText => ({
  title: 'Terms',
  description: `Who may use ${siteName}, who may upload what, who holds the copyright, and how to have a work taken down.`,
  lede: `By using ${siteName} you agree to these terms. They are short, so that you can read them.`,
  sections: [
    {
      id: 'age',
      title: 'Who may use it',
      text: [
        'You must be at least 13 years old. You may look around without an account, come as a guest, or sign up with an email address that is yours. What happens with your account is your responsibility: keep its password to yourself.',
      ],
    },
    {
      id: 'uploads',
      title: 'Who may upload what',
      text: ['Authors publish books. A book that you upload must be one of these:'],
      list: [
        'Your own work, to which you hold the rights.',
        'A work whose rights holder has allowed you to publish it here.',
        'A work that is free for everyone to share where you live, such as one in the public domain.',
      ],
      after: [
        'Not allowed are books that break the law or other people’s rights, that harass or endanger someone, or that carry anything but a book: files with scripts or other active content are refused.',
      ],
    },
    {
      id: 'copyright',
      title: 'Copyright stays with its holder',
      text: [
        'Copyright stays with the publisher. By uploading you give us none of your rights: you only allow us to store the book, to draw its cover, and to show and hand it to readers for free, for as long as it is published here. When you delete it, that ends, and its file and links go at once.',
        'Readers may read a book and keep a copy for themselves. Everything else is between them and the holder of its rights.',
      ],
    },
    {
      id: 'selling',
      title: 'No selling, no buying',
      text: [
        `${siteName} promotes ebooks but does not allow selling or buying. Nobody may ask for money for a book here, or use its page, its comments or its file as a shop window. Premium titles from partners may cost a small fee at the partner’s; we take no share.`,
      ],
    },
    {
      id: 'manners',
      title: 'Stars and comments',
      text: [
        'Rate what you have looked at, not what you have written: an author’s own stars do not count. Say what you think of the book; leave its author and other readers in peace. You can take back your comments, and we may remove what breaks these terms.',
        'Report what breaks these terms: Report is on the page of each book, in the menu of each comment and in the reader. A moderator looks at it and may hide a book or a comment, for a time or for good. You are told what was decided about your report, or about what is yours, and why, and you can answer once. How much was reported and decided is on the page “Reports in figures”.',
      ],
      links: [{ to: '/transparency', label: 'Reports in figures' }],
    },
    {
      id: 'premium',
      title: 'Premium',
      text: [
        'A book that stays in the top-rated section for 7 days can be moved to premium. A moderator decides, and nobody is entitled to it.',
      ],
    },
    {
      id: 'takedown',
      title: 'Having a work taken down',
      text: [
        'If a book here is yours and should not be, send the form “Notice of copyright”. You need no account. It asks for:',
      ],
      list: [
        'the address of the book’s page, which work of yours it copies, and where,',
        'your name, email and postal address,',
        'that you believe in good faith that the use is not allowed, that the notice is accurate, under penalty of perjury, and your signature.',
      ],
      after: [
        'A moderator hides the book if the notice is complete, and the author is told. The author can send a counter-notice, which we pass on to you. If you do not tell us within the waiting time, two weeks unless this site says otherwise, that you have gone to court, the book is shown again by itself. Users who repeatedly upload works of others lose their account.',
      ],
      links: [{ to: COPYRIGHT_PAGE, label: 'Notice of copyright' }],
    },
    {
      id: 'warranty',
      title: 'What we can promise',
      text: [
        'We run the library with care, but as it is: books come from their authors, and we cannot vouch for what is in them or promise that the site is always available. We may close accounts that break these terms. If the terms change, this page says so before the change takes effect.',
      ],
    },
  ],
})
