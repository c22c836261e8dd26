import { useEffect } from 'react'

/**
 * Sets the page's description for search engines and link previews, until it unmounts. Changes the element of
 * index.html, because a document may have only one, and React would add a second.
 */
export function PageDescription({ text }: { text: string }) {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name=description]')
    if (!meta) return undefined
    const general = meta.content
    meta.content = text
    return () => {
      meta.content = general
    }
  }, [text])
  return null
}
