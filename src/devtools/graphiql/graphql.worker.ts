// oxlint-disable-next-line import/no-unassigned-import -- a worker is what it does when loaded
import 'monaco-graphql/esm/graphql.worker.js'
