interface Fetched {
  request: Request
  response: Response
}

/**
 * A Workbox plugin for the files of the app. It does not cache the page which some servers return in place of a missing
 * file. It removes the header `Vary`: a file is the same for every request, but some servers say that it depends on
 * `Origin`, and static routes then do not find it.
 */
export const cacheableResponse = {
  cacheWillUpdate: async ({ request, response }: Fetched): Promise<Response | null> => {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    if (!response.ok || isPage !== new URL(request.url).pathname.endsWith('.html')) return null
    const headers = new Headers(response.headers)
    headers.delete('vary')
    return new Response(response.body, { status: response.status, headers })
  },
}
