import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { foldText } from '#contract/shapes/fold-text.ts'
import { pagesToEpub } from '#server/formats/epub/manuscript/pages-to-epub.ts'
import { composeText } from '#server/formats/pdf/text/compose-text.ts'
import { readPages } from '#server/formats/pdf/text/testing-read-pdf.ts'
import { textOfPage } from '#server/formats/pdf/text/text-of-page.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { anchorOn } from '#web/marks/anchor-on.ts'
import { bookTextOf, findQuote } from '#web/marks/find-quote.ts'

/** What files of several programs were made of: four chapters of eight paragraphs, each of four sentences from its number on. */
interface Source {
  files: string[]
  heading: string
  sentences: string[]
  /** Where its words are not divided by blanks. */
  isUnspaced?: true
}

const SOURCES: Source[] = [
  {
    files: ['en-plain.chromium.pdf', 'en-cols.chromium.pdf'],
    heading: 'Chapter #',
    sentences: [
      'The first official flight of the office staff left the harbour at daybreak, while fog covered the distant hills.',
      'The watchman affirmed that the ancient doorway opens only once within every calendar year.',
      'A merchant carried three volumes and a fluffy little scarf across the marketplace.',
      'Nobody understood why the clock upon the tower had suddenly stopped in 1897.',
      'She composed an extraordinarily long letter to her brother and destroyed it before sunset.',
      'The efficient path towards the settlement wanders between fields, rivers and magnificent trees.',
    ],
  },
  {
    files: ['ar-plain.chromium.pdf', 'ar-lo.pdf'],
    heading: 'الفصل #',
    sentences: [
      'وصلت السفينة إلى الميناء عند الفجر وكان الضباب يغطي الجبال البعيدة.',
      'قال الحارس إن الباب القديم لا يفتح إلا مرة واحدة كل عام.',
      'حمل التاجر ثلاثة كتب ومصباحا صغيرا ومشى نحو السوق.',
      'لم يعرف أحد لماذا توقفت الساعة في برج المدينة سنة 1897 ولم تعد تعمل.',
      'كتبت ليلى رسالة طويلة إلى أخيها (Omar) ثم مزقتها قبل الغروب.',
      'الطريق إلى القرية يمر بين الحقول والأنهار والأشجار العالية.',
    ],
  },
  {
    files: ['he-plain.chromium.pdf', 'he-lo.pdf'],
    heading: 'פרק #',
    sentences: [
      'הספינה הגיעה אל הנמל עם שחר והערפל כיסה את ההרים הרחוקים.',
      'השומר אמר שהדלת הישנה נפתחת רק פעם אחת בשנה.',
      'הסוחר נשא שלושה ספרים ומנורה קטנה והלך אל השוק.',
      'איש לא ידע למה השעון במגדל העיר נעצר בשנת 1897 ולא חזר לפעול.',
      'דינה כתבה מכתב ארוך לאחיה (Daniel) וקרעה אותו לפני השקיעה.',
      'הדרך אל הכפר עוברת בין השדות והנהרות והעצים הגבוהים.',
    ],
  },
  {
    files: ['hi-plain.chromium.pdf', 'hi-lo.pdf'],
    heading: 'अध्याय #',
    sentences: [
      'जहाज़ भोर में बंदरगाह पहुँचा और कोहरे ने दूर के पहाड़ों को ढक लिया।',
      'पहरेदार ने कहा कि पुराना दरवाज़ा साल में केवल एक बार खुलता है।',
      'व्यापारी तीन किताबें और एक छोटा दीपक लेकर बाज़ार की ओर चला।',
      'किसी को पता नहीं था कि नगर की मीनार की घड़ी क्यों रुक गई।',
      'उसने अपने भाई को एक लंबी चिट्ठी लिखी और सूर्यास्त से पहले फाड़ दी।',
      'गाँव का रास्ता खेतों, नदियों और ऊँचे पेड़ों के बीच से जाता है।',
    ],
  },
  {
    files: ['th-plain.chromium.pdf'],
    heading: 'บทที่ #',
    isUnspaced: true,
    sentences: [
      'เรือมาถึงท่าตอนรุ่งสางและหมอกปกคลุมภูเขาที่อยู่ไกลออกไป',
      'ยามบอกว่าประตูเก่าเปิดได้เพียงปีละครั้งเท่านั้น',
      'พ่อค้าถือหนังสือสามเล่มกับตะเกียงเล็กแล้วเดินไปตลาด',
      'ไม่มีใครรู้ว่าทำไมนาฬิกาบนหอคอยของเมืองจึงหยุดเดิน',
      'น้ำในแม่น้ำใสจนเห็นก้อนหินที่อยู่ข้างใต้',
      'เธอเขียนจดหมายยาวถึงพี่ชายแล้วฉีกมันก่อนพระอาทิตย์ตก',
    ],
  },
  {
    files: ['ja-vert.chromium.pdf'],
    heading: '第#',
    isUnspaced: true,
    sentences: [
      '夜明けに船が港に着き、霧が遠くの山々を覆っていた。',
      '番人は、古い扉は一年に一度しか開かないと言った。',
      '商人は三冊の本と小さな灯りを持って市場へ歩いた。',
      '町の塔の時計がなぜ止まったのか、誰も知らなかった。',
      '彼女は兄に長い手紙を書き、日が沈む前に破いた。',
      '村への道は畑と川と高い木々の間を通っている。',
    ],
  },
]

/** The first has paragraphs that a column divides, the second a word with a blank: their letters alone are compared. */
const LETTERS_ALONE = new Set(['en-cols.chromium.pdf', 'hi-lo.pdf'])

const blocksOf = ({ heading, sentences, isUnspaced }: Source): string[] =>
  [1, 2, 3, 4].flatMap((chapter) => [
    heading.replace('#', String(chapter)),
    ...Array.from({ length: 8 }, (_, at) =>
      [0, 1, 2, 3]
        .map((next) => sentences[(at + next) % sentences.length])
        .join(isUnspaced ? '' : ' ')
        .normalize('NFC'),
    ),
  ])

/** Twelve words, or parts of what is written without blanks, and four phrases of a text. */
const samplesOf = ({ sentences, isUnspaced }: Source) => {
  const words = sentences.flatMap((sentence) =>
    isUnspaced ? [sentence.slice(0, 4), sentence.slice(5, 9)] : sentence.split(' ').filter((word) => word.length > 2),
  )
  const step = Math.floor(words.length / 12)
  return {
    words: Array.from({ length: 12 }, (_, at) => words[at * step] ?? ''),
    phrases: sentences.slice(0, 4).map((sentence) => sentence.slice(3, 3 + Math.floor(sentence.length * 0.6)).trim()),
  }
}

const folded = (text: string) => foldText(text).text.replace(/\s+/g, ' ')
const timesIn = (text: string, part: string) => folded(text).split(folded(part)).length - 1

describe.skipIf(!hasCases).each(SOURCES.flatMap((source) => source.files.map((file) => ({ file, source }))))(
  '$file',
  async ({ file, source }) => {
    const pages = hasCases ? await readPages(caseFile(file)) : []
    const texts = pages.map(({ lines }) => textOfPage(lines))
    const { blocks } = composeText(pages)
    const written = blocksOf(source)
    const all = written.join(source.isUnspaced ? '' : ' ')
    const { words, phrases } = samplesOf(source)

    test('the text view has its headings and paragraphs', () => {
      const read = blocks.map(({ text }) => text).slice(blocks.findIndex(({ text }) => text === written[0]))
      if (LETTERS_ALONE.has(file)) expect(read.join('').replace(/\s/g, '')).toBe(written.join('').replace(/\s/g, ''))
      else expect(read).toEqual(written)
    })

    test('search inside finds its words and phrases where they are, and nowhere else', () => {
      const joined = texts.join(source.isUnspaced ? '' : ' ')
      for (const part of [...words, ...phrases]) {
        expect(timesIn(all, part)).toBeGreaterThan(0)
        expect([part, timesIn(joined, part)]).toEqual([part, timesIn(all, part)])
      }
    })

    test('the EPUB of its pages has its words and phrases', () => {
      const epub = unzipSync(
        pagesToEpub({
          blocks,
          pageCount: pages.length,
          words: { title: file, subtitle: '', author: '', description: '', language: null },
        }).file,
      )
      const body = Object.entries(epub)
        .filter(([name]) => /c\d+\.xhtml$|chapter/.test(name))
        .map(([, bytes]) => strFromU8(bytes).replace(/<[^>]*>/g, ' '))
        .join(' ')
      for (const part of [...words, ...phrases]) expect([part, timesIn(body, part)]).toEqual([part, timesIn(all, part)])
    })

    test('a quote is found again where it was', () => {
      const [page = ''] = texts
      for (const phrase of phrases) {
        const start = page.indexOf(phrase.normalize('NFC'))
        expect(start).toBeGreaterThanOrEqual(0)
        const anchor = anchorOn(page, 1, { start, end: start + phrase.normalize('NFC').length })
        expect(findQuote(bookTextOf(texts), [anchor])).toEqual([anchor])
      }
    })
  },
)
