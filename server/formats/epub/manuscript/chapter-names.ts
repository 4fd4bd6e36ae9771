/** Words that name a chapter by its number or its place, in languages that manuscripts are often in. */
const CHAPTER =
  /^(?:(?:chapter|part|book|act|scene|letter|canto|section|kapitel|teil|buch|chapitre|partie|capítulo|capitulo|parte|capitolo|hoofdstuk|deel|rozdział|kapitola|глава|часть)\s+(?:[\divxlcdm]+|\p{L}+(?:-\p{L}+)?)(?:[.:–—-]\s*\S.*|[.:]?)|prologue|epilogue|prolog|epilog|preface|foreword|introduction|afterword|vorwort|nachwort|[ivxlc]+\.?|\d{1,3}\.?)$/iu

/** Whether a line says no more than that a chapter begins, such as `Chapter One: The Ford` or `XII.` */
export const isChapterName = (line: string): boolean => CHAPTER.test(line.trim())
