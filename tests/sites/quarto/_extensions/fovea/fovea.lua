-- {{< fovea view="softmax" token="it" poster="it.png" alt="…" >}}, on a line of its own: a figure in HTML and reveal.js,
-- and its picture in PDF and wherever else no script runs.
local escapes = { ['&'] = '&amp;', ['"'] = '&quot;', ['<'] = '&lt;', ['>'] = '&gt;' }

local function attribute(name, value)
  return ' ' .. name .. '="' .. value:gsub('[&"<>]', escapes) .. '"'
end

-- The element's script, and beside it those of other views, where they are in this folder.
local function add_scripts()
  local others = {}
  for _, name in ipairs({ 'figures', 'learn', 'relatives', 'practice', 'class', 'published', 'save', 'de' }) do
    local path = 'fovea-' .. name .. '.js'
    local file = io.open(quarto.utils.resolve_path(path))
    if file then
      file:close()
      table.insert(others, { name = path, path = path })
    end
  end
  local script = { path = 'fovea.js', attribs = { async = 'async' } }
  quarto.doc.add_html_dependency({ name = 'fovea', version = '0.1.0', scripts = { script }, resources = others })
end

local function fovea(_, given)
  local names, values = {}, {}
  for name, value in pairs(given) do
    values[name] = pandoc.utils.stringify(value)
    if name ~= 'poster' and name ~= 'alt' then table.insert(names, name) end
  end
  table.sort(names)
  local poster, alt = values.poster, values.alt or values.sentence or ''
  if not quarto.doc.is_format('html:js') then
    if poster then return pandoc.Para({ pandoc.Image({ pandoc.Str(alt) }, poster) }) end
    return pandoc.Para({ pandoc.Emph({ pandoc.Str(alt) }) })
  end
  add_scripts()
  local tag = '<fovea-encoder'
  for _, name in ipairs(names) do tag = tag .. attribute(name, values[name]) end
  local image = poster and '<img slot="poster"' .. attribute('src', poster) .. attribute('alt', alt) .. '>' or ''
  return pandoc.RawBlock('html', tag .. '>' .. image .. '</fovea-encoder>')
end

return { fovea = fovea }
