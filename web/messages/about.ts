import type { DefaultText } from './default-text.ts'

/** The default text of the page about the site. */
export const ABOUT = (siteName: string): DefaultText => ({
  title: `About ${siteName}`,
  description: 'A free library that its authors run: who it is for, how books are published, and what we do not do.',
  lede: `${siteName} is a library of free ebooks. Their authors publish them, and anyone can read them.`,
  sections: [
    {
      id: 'readers',
      title: 'For readers',
      text: [
        'Every book has a page that anyone can look at. With an account, or as a guest, you open the library, read in the browser, give one to five stars and say what you think.',
        'Top-rated orders books by their average stars, which a few ratings change little, and trending by the reads and stars of the last 14 days; stars count in both once the account that gave them is a week old.',
        'What we recommend to you follows what you rated and began to read, and what people with the same taste like. One of the four places can go to a book that fits your taste and that few have seen yet.',
        'Books come without DRM: what you download is yours to keep, on any device. There is no advertising, and nothing to buy.',
      ],
    },
    {
      id: 'authors',
      title: 'For authors',
      text: [
        'Publishing takes a Word file, PDF or EPUB, a title, a few lines about the book and a genre. The book is in the library a minute later, with a cover of your own or one of our series.',
        'It costs nothing. You keep full rights, see how often your book is read and how it is rated, and take it down whenever you want.',
      ],
    },
    {
      id: 'premium',
      title: 'What premium means',
      text: [
        'A book that stays in the top-rated section for 7 days can be moved to premium by the moderators. Premium books are shown on a page of their own and are open to everyone, even without an account.',
      ],
    },
    {
      id: 'limits',
      title: 'What we do not do',
      text: [
        `${siteName} promotes ebooks but does not allow selling or buying. Copyright stays with the publisher. We sell no data, set no cookie but the one that keeps your language, and send no one’s reading to anyone.`,
      ],
    },
  ],
})
