// oxlint-disable-next-line import/no-unassigned-import -- a worker is what it does when loaded
import 'monaco-editor/esm/vs/editor/editor.worker.js'
