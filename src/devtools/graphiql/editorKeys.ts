import { useMonaco } from '@graphiql/react'
import type { editor } from 'monaco-editor'
import { useEffect } from 'react'

/** Makes Tab leave an editor after Escape, until the editor loses the focus. Otherwise it indents. */
export function useTabAfterEscape(): void {
  const monaco = useMonaco((state) => state.monaco)
  useEffect(() => {
    if (!monaco) return undefined
    const { Escape, Shift, Tab } = monaco.KeyCode
    const listen = (codeEditor: editor.ICodeEditor) => {
      let leaves = false
      codeEditor.onKeyDown((event) => {
        // Keeps the key from Monaco, so that the browser handles it.
        if (event.keyCode === Tab && leaves) event.stopPropagation()
        else if (event.keyCode !== Shift) leaves = event.keyCode === Escape
      })
      codeEditor.onDidBlurEditorText(() => {
        leaves = false
      })
    }
    // GraphiQL's effects run first, so its editors already exist.
    monaco.editor.getEditors().forEach(listen)
    const creation = monaco.editor.onDidCreateEditor(listen)
    return () => creation.dispose()
  }, [monaco])
}

const STEP = 24

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** GraphiQL's dividers: those between columns, and the bar above the variables, which contains buttons. */
const columnDivider = '.graphiql-horizontal-drag-bar'
const divider = `${columnDivider}, .graphiql-editor-tools`

/** Makes GraphiQL's dividers focusable and moves them by the arrow keys. GraphiQL has the pointer only. */
export function useDividerKeys(): void {
  useEffect(() => {
    nameDividers()
    // The one beside a plugin comes and goes with it.
    const observer = new MutationObserver(nameDividers)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('keydown', moveDivider)
    return () => {
      observer.disconnect()
      document.removeEventListener('keydown', moveDivider)
    }
  }, [])
}

function nameDividers(): void {
  for (const bar of document.querySelectorAll<HTMLElement>(`${columnDivider}:not([role])`)) {
    const isBesidePlugin = bar.previousElementSibling?.matches('.graphiql-plugin')
    bar.tabIndex = 0
    bar.role = 'separator'
    bar.ariaOrientation = 'vertical'
    bar.ariaLabel = isBesidePlugin ? 'Width of the plugin' : 'Width of the editors'
    showPosition(bar)
  }
}

function moveDivider(event: KeyboardEvent): void {
  const move = arrows[event.key]
  const bar = event.target instanceof Element && event.target.closest<HTMLElement>(divider)
  if (!move || !bar || event.altKey || event.ctrlKey || event.metaKey) return
  const [x, y] = bar.matches(columnDivider) ? [move[0], 0] : [0, move[1]]
  if (x === 0 && y === 0) return
  event.preventDefault()
  const { left, top } = bar.getBoundingClientRect()
  bar.dispatchEvent(new MouseEvent('mousedown', { clientX: left, clientY: top }))
  const moved = { clientX: left + x, clientY: top + y, buttons: 1 }
  document.dispatchEvent(new MouseEvent('mousemove', moved))
  document.dispatchEvent(new MouseEvent('mouseup', moved))
  showPosition(bar)
}

/** Says the width of what is before a divider, in per cent. */
function showPosition(bar: HTMLElement): void {
  const { previousElementSibling: before, nextElementSibling: after } = bar
  if (!bar.matches(columnDivider) || !before || !after) return
  bar.ariaValueNow = String(Math.round((100 * before.clientWidth) / (before.clientWidth + after.clientWidth)))
}
