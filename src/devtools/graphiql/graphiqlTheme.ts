import { useMonaco } from '@graphiql/react'
import { useEffect, useLayoutEffect } from 'react'
import type { Theme } from '../../ui/theme/showTheme.ts'

/** The name of Weft's Monaco theme. */
export const EDITOR_THEME = 'weft'

/**
 * Applies the colours of tokens.css to GraphiQL and Monaco. Neither can use the custom properties directly: GraphiQL
 * needs the bare numbers of HSL colours, and Monaco needs hexadecimal colours in JavaScript.
 */
export function useGraphiqlTheme(theme: Theme): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(graphiqlRule(theme))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [theme])

  const monaco = useMonaco((state) => state.monaco)
  useEffect(() => {
    if (!monaco) return
    const base = theme === 'dark' ? 'vs-dark' : 'vs'
    monaco.editor.defineTheme(EDITOR_THEME, { base, inherit: true, colors: editorColors(), rules: editorRules() })
    monaco.editor.setTheme(EDITOR_THEME)
  }, [monaco, theme])
}

/** Returns a rule that overrides GraphiQL's theme by specificity. It matches GraphiQL's container and its portals. */
function graphiqlRule(theme: Theme): string {
  const colors = {
    primary: 'accent',
    secondary: 'text-muted',
    tertiary: 'accent',
    info: 'accent',
    success: 'success',
    warning: 'bookmark',
    error: 'danger',
    neutral: 'text',
    base: 'surface',
  }
  const declarations = Object.entries(colors).map(([name, token]) => `--color-${name}: ${hslNumbers(color(token))};`)
  return `:root body.graphiql-${theme} :is(
    .graphiql-container, .graphiql-dialog, .graphiql-dialog-overlay, .graphiql-tooltip, [data-radix-popper-content-wrapper]
  ) { ${declarations.join(' ')} }`
}

function editorColors(): Record<string, string> {
  return {
    // Transparent, so that each pane shows its own background.
    'editor.background': `${color('surface')}00`,
    'editor.foreground': color('text'),
    'editorLineNumber.foreground': color('text-subtle'),
    'editorLineNumber.activeForeground': color('text'),
    'editorLineNumber.dimmedForeground': color('text-subtle'),
    'editorCursor.foreground': color('accent'),
    'editor.selectionBackground': color('selection'),
    'editorIndentGuide.background1': color('line'),
    'editorIndentGuide.activeBackground1': color('line-strong'),
    'editorWidget.background': color('surface-raised'),
    'editorWidget.border': color('line'),
    'editorWidget.resizeBorder': color('accent'),
    'editorHoverWidget.background': color('surface-raised'),
    'editorHoverWidget.border': color('line'),
    'editorSuggestWidget.background': color('surface-raised'),
    'editorSuggestWidget.border': color('line'),
    'editorSuggestWidget.foreground': color('text'),
    'editorSuggestWidget.selectedBackground': color('accent-soft'),
    'editorSuggestWidget.selectedForeground': color('text'),
    'editorSuggestWidget.highlightForeground': color('accent'),
    'editorSuggestWidget.focusHighlightForeground': color('accent'),
    'list.hoverBackground': color('surface-hover'),
    'list.highlightForeground': color('accent'),
    'list.focusHighlightForeground': color('accent'),
    'quickInput.background': color('surface-raised'),
    'quickInputList.focusBackground': color('accent-soft'),
    'quickInputList.focusForeground': color('text'),
    'pickerGroup.foreground': color('accent'),
    'menu.background': color('surface-raised'),
    'menu.foreground': color('text'),
    'menu.selectionBackground': color('accent-soft'),
    'menu.selectionForeground': color('text'),
    'input.background': color('surface-sunken'),
    'inputOption.hoverBackground': color('surface-hover'),
    'toolbar.hoverBackground': color('surface-hover'),
    'textLink.foreground': color('accent'),
    'textLink.activeForeground': color('accent-hover'),
    'editorLink.activeForeground': color('accent'),
    'scrollbar.shadow': color('line'),
    focusBorder: color('focus'),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((depth) => [`editorBracketHighlight.foreground${depth}`, color('text-muted')]),
    ),
  }
}

/** Returns rules that colour fields, arguments, types and values as GraphiQL's documentation pane does. */
function editorRules(): { token: string; foreground: string }[] {
  const tokens = {
    '': 'text',
    comment: 'text-subtle',
    keyword: 'text',
    'key.identifier': 'accent',
    'argument.identifier': 'text-muted',
    'type.identifier': 'bookmark',
    string: 'success',
    number: 'bookmark',
    'string.key.json': 'accent',
    'string.value.json': 'success',
    'number.json': 'bookmark',
    'keyword.json': 'bookmark',
  }
  return Object.entries(tokens).map(([token, name]) => ({ token, foreground: color(name) }))
}

/** Returns the hexadecimal value of a colour in tokens.css in the current theme. */
function color(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--color-${token}`).trim()
}

/** Converts a hexadecimal colour to `hue, saturation%, lightness%`. */
function hslNumbers(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const max = Math.max(red, green, blue)
  const range = max - Math.min(red, green, blue)
  const lightness = max - range / 2
  const saturation = range && range / (1 - Math.abs(2 * lightness - 1))
  const sixths = !range
    ? 0
    : max === red
      ? (green - blue) / range
      : max === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range
  return `${(sixths * 60 + 360) % 360}, ${saturation * 100}%, ${lightness * 100}%`
}
