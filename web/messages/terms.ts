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
        `${siteName} promotes ebooks but does not allow selling or buying. Nobody may ask for money for a book here, or use its page, its comments or its PDF as a shop window. Premium titles from partners may cost a small fee at the partner’s; we take no share.`,
      ],
    },
    {
      id: 'manners',
      title: 'Stars and comments',
      text: [
        'Rate what you have looked at, not what you have written: an author’s own stars do not count. Say what you think of the book; leave its author and other readers in peace. You can take back your comments, and we may remove what breaks these terms.',
      ],
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
      text: ['If a book here is yours and should not be, write to those who run this site. Tell us:'],
      list: [
        'the address of the book’s page, or its title and author,',
        'which rights you hold, or for whom you write,',
        'how we can reach you, and that what you say is true.',
      ],
      after: [
        'If the case is clear, we take the work down as soon as we read the message. If it is not, we hide nothing from the uploader: they are informed and may answer. Users who repeatedly upload works of others lose their account.',
      ],
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
