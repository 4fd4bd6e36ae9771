/** Words that name a chapter by its number or its place, in languages that manuscripts are often in. */
const CHAPTER =
  /^(?:(?:chapter|part|book|act|scene|letter|canto|section|kapitel|teil|buch|chapitre|partie|capítulo|capitulo|parte|capitolo|hoofdstuk|deel|rozdział|kapitola|глава|часть)\s+(?:[\divxlcdm]+|\p{L}+(?:-\p{L}+)?)(?:[.:–—-]\s*\S.*|[.:]?)|prologue|epilogue|prolog|epilog|preface|foreword|introduction|afterword|vorwort|nachwort|[ivxlc]+\.?|\d{1,3}\.?)$/iu

/** The same in languages that write numbers before or without a word, or in letters without small ones. */
const OTHER_CHAPTER =
  /^(?:第[〇零一二三四五六七八九十百千\d０-９]{1,6}[章話话回部節节幕巻卷](?:[\s\u3000:：・「『（(]\S?.*)?|제 ?\d{1,3} ?[장화부권](?:[\s:.].*)?|(?:프롤로그|에필로그|プロローグ|エピローグ|序章|終章|终章|序|序文|あとがき|後記|后记|尾声)|(?:פרק|अध्याय|บทที่|Κεφάλαιο)\s+\S.*)$/iu

/** Words that begin sentences as well, such as 'the door' and 'some', name a chapter only with its number. */
const NUMBERED_CHAPTER = [
  /^(?:الفصل|الباب|الجزء)\s+(?:\p{Nd}+|ال(?:أول|اول|ثاني|ثالث|رابع|خامس|سادس|سابع|ثامن|تاسع|عاشر|حادي|عشرون|ثلاثون|أخير))(?:[\s.:–—-].*)?$/u,
  /^חלק\s+(?:\d+|[א-ת]['׳]?|ה?(?:ראשון|שני|שלישי|רביעי|חמישי|שישי|שביעי|שמיני|תשיעי|עשירי|אחרון))(?:[\s.:–—-].*)?$/u,
  /^Μέρος\s+(?:\d+|[Α-Ω]['΄ʹ]?|πρώτο|δεύτερο|τρίτο|τέταρτο|πέμπτο|έκτο|έβδομο|όγδοο|ένατο|δέκατο)(?:[\s.:–—-].*)?$/iu,
]

/** Whether a line says no more than that a chapter begins, such as `Chapter One: The Ford` or `XII.` */
export const isChapterName = (line: string): boolean =>
  [CHAPTER, OTHER_CHAPTER, ...NUMBERED_CHAPTER].some((names) => names.test(line.trim()))

const CONTENTS =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|table des matières|sommaire|sumário|[íi]ndice|contenido|sommario|inhoud(?:sopgave)?|spis treści|obsah|содержание|оглавление|目次|もくじ|目录|目錄|차례|목차|المحتويات|الفهرس|תוכן(?: ה?עניינים)?)$/iu

/** Whether a line says no more than that a table of contents follows. */
export const isContentsName = (line: string): boolean => CONTENTS.test(line.trim())
